import type { Artifact } from '@almagest/contracts/grid';
import { readSpectrum, type Spectrum } from '@almagest/engine-text';
import { SelectField } from '@almagest/ui/components/field';
import { LineChart } from '@almagest/ui/components/line-chart';
import { Failed, Loading } from '@almagest/ui/components/page-states';
import { useMessages } from '@almagest/ui/messages';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { artifactsMessages } from './artifacts-messages.ts';
import { normalised } from './continuum.ts';
import { overlayOf } from './overlay.ts';
import { artifactTextQuery } from './queries.ts';

const COLORS = ['--running', '--failed', '--converged', '--queued', '--text-muted'] as const;
const CHART_PX = 320;

/** Plots several spectra in one chart: flux against wavelength. */
export function Spectra({ files }: { readonly files: readonly Artifact[] }) {
  const t = useMessages(artifactsMessages);
  const answers = useQueries({
    queries: files.map(({ sha256 }) => ({ ...artifactTextQuery(sha256), select: readSpectrum })),
  });
  const failed = answers.find(({ error }) => error !== null);
  if (failed !== undefined) return <Failed error={failed.error} />;
  const spectra = answers.flatMap(({ data }) => (data === undefined ? [] : [data]));
  if (spectra.length < files.length) return <Loading>{t.loadingSpectra}</Loading>;
  return <Overlay names={files.map(nameOf)} spectra={spectra} />;
}

function nameOf({ path, task_id: task }: Artifact): string {
  return `${path} (${task.slice(0, 8)})`;
}

interface OverlayProps {
  readonly names: readonly string[];
  readonly spectra: readonly Spectrum[];
}

function Overlay({ names, spectra }: OverlayProps) {
  const t = useMessages(artifactsMessages);
  const key = names.join(' ');

  const [flux, setFlux] = useState<'reported' | 'normalised'>('reported');
  const [scale, setScale] = useState<'linear' | 'logarithmic'>('linear');
  const overlay = useMemo(() => overlayOf(spectra), [key]);
  const lines = useMemo(() => {
    if (overlay === undefined) return [];
    const { x, values } = overlay;
    const chosen = flux === 'normalised' ? values.map((line) => normalised(x, line)) : values;
    return scale === 'logarithmic' ? chosen.map((line) => line.map(positiveOrNull)) : chosen;
  }, [overlay, flux, scale]);
  if (overlay === undefined) return <p className="muted">{t.differs}</p>;
  const { x, xName, yName } = overlay;
  return (
    <>
      <div className="row">
        <SelectField
          label={t.flux}
          value={flux}
          options={[
            ['reported', t.reported],
            ['normalised', t.normalised],
          ]}
          onChange={setFlux}
        />
        <SelectField
          label={t.scale}
          value={scale}
          options={[
            ['linear', t.linear],
            ['logarithmic', t.logarithmic],
          ]}
          onChange={setScale}
        />
      </div>
      <LineChart
        title={t.spectra}
        label={t.chartLabel(names.join(', '))}
        x={x}
        xName={xName}
        yName={flux === 'normalised' ? t.normalisedFlux : yName}
        isLogarithmic={scale === 'logarithmic'}
        height={CHART_PX}
        lines={lines.map((line, index) => ({
          name: names[index] ?? '',
          color: COLORS[index % COLORS.length] ?? '--running',
          values: line,
        }))}
      />
    </>
  );
}

/** Returns null for numbers that are not positive, because a logarithmic scale cannot show them. */
function positiveOrNull(value: number | null): number | null {
  return value !== null && value > 0 ? value : null;
}
