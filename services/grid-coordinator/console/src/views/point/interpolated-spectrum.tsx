import type { GridPointParams, InterpolatedSpectrum as Found } from '@almagest/contracts/grid';
import { readSpectrum } from '@almagest/engine-text';
import { Button } from '@almagest/ui/components/button';
import { SelectField, TextField } from '@almagest/ui/components/field';
import { Form } from '@almagest/ui/components/form';
import { LineChart } from '@almagest/ui/components/line-chart';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AXIS_NAMES } from '../../axis-names.ts';
import { AXES } from '../map/shape.ts';
import { errorLines } from './error-lines.ts';
import { interpolatedMessages } from './interpolated-messages.ts';
import { columnName } from './overlay.ts';
import { artifactsQuery, interpolatedSpectrumQuery, type InterpolationPlace } from './queries.ts';

const CHART_PX = 320;

interface PointProps {
  readonly name: string;
  readonly point: GridPointParams & { readonly name: string };
}

/** Interpolates a spectrum near a point that has one, and plots it with its errors. */
export function InterpolatedSpectrum({ name, point }: PointProps) {
  const { data } = useQuery(artifactsQuery(name, point.name));
  const spectra = data?.artifacts.filter(({ kind }) => kind === 'spectrum') ?? [];
  if (spectra.length === 0) return null;
  return <PointForm name={name} point={point} products={[...new Set(spectra.map(({ product }) => product ?? ''))]} />;
}

function PointForm({ name, point, products }: PointProps & { readonly products: readonly string[] }) {
  const t = useMessages(interpolatedMessages);
  const [texts, setTexts] = useState(() => mapAxes((axis) => String(point[axis])));
  const [product, setProduct] = useState(products[0] ?? '');
  const [place, setPlace] = useState<InterpolationPlace>();
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
  const plot = () => {
    if (!AXES.every((axis) => isNumber(texts[axis]))) return;
    setPlace({ ...mapAxes((axis) => Number(texts[axis])), ...(product === '' ? {} : { product }) });
  };
  return (
    <Panel title={t.title}>
      <p className="muted small">{t.hint}</p>
      <Form className="row" aria-label={t.title} noValidate onSubmit={() => plot()}>
        {AXES.map((axis) => (
          <TextField
            key={axis}
            label={AXIS_NAMES[axis]}
            inputMode="decimal"
            size={8}
            value={texts[axis]}
            fault={isNumber(texts[axis]) ? undefined : t.notNumber}
            onChange={(text) => setTexts({ ...texts, [axis]: text })}
          />
        ))}
        {products.length < 2 ? null : (
          <SelectField
            label={t.product}
            value={product}
            options={products.map((choice) => [choice, choice === '' ? t.noProduct : choice])}
            onChange={setProduct}
          />
        )}
        <Button type="submit">{t.plot}</Button>
      </Form>
      {place === undefined ? null : <Answer name={name} place={place} />}
    </Panel>
  );
}

function mapAxes<T>(value: (axis: (typeof AXES)[number]) => T) {
  return Object.fromEntries(AXES.map((axis) => [axis, value(axis)])) as Record<(typeof AXES)[number], T>;
}

function Answer({ name, place }: { readonly name: string; readonly place: InterpolationPlace }) {
  const t = useMessages(interpolatedMessages);
  return (
    <Loaded query={useQuery(interpolatedSpectrumQuery(name, place))} loading={t.loading}>
      {(found) => <Charts found={found} />}
    </Loaded>
  );
}

function Charts({ found: { spectrum, error, method } }: { readonly found: Found }) {
  const t = useMessages(interpolatedMessages);
  const { columns, x, flux, errors } = useMemo(() => {
    const read = readSpectrum(spectrum);
    return {
      columns: read.columns,
      x: [...read.wavelengths],
      flux: [...read.fluxes],
      errors: error === null ? undefined : errorLines(read, error.windows ?? []),
    };
  }, [spectrum, error]);
  const [xName, yName] = [columnName(columns[0]), columnName(columns[1])];
  const solid = { name: t.flux, color: '--running', values: flux };
  const bounds = (values: readonly (number | null)[], name: string) => ({
    name,
    color: '--text-muted',
    values,
    isDashed: true,
  });
  return (
    <div className="stack">
      <p>{error === null ? t.stored : t.summary(method, relativeChange(error.estimate))}</p>
      {error?.not_judged === undefined ? null : <p className="muted">{t.notJudged(error.not_judged.join(', '))}</p>}
      <LineChart
        title={t.title}
        label={t.spectrumLabel}
        x={x}
        xName={xName}
        yName={yName}
        height={CHART_PX}
        syncKey="interpolated"
        lines={errors === undefined ? [solid] : [solid, bounds(errors.below, t.below), bounds(errors.above, t.above)]}
      />
      {errors === undefined ? null : (
        <LineChart
          title={t.error}
          label={t.errorLabel}
          x={x}
          xName={xName}
          yName={t.percent}
          fromZero
          stepped
          syncKey="interpolated"
          lines={[
            { name: t.estimate, color: '--running', values: errors.estimate },
            { name: t.largest, color: '--failed', values: errors.largest },
          ]}
        />
      )}
    </div>
  );
}
