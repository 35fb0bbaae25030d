import type { ObjectData } from '@almagest/contracts/literature';
import { Button } from '@almagest/ui/components/button';
import { Loaded } from '@almagest/ui/components/page-states';
import { Pill } from '@almagest/ui/components/pill';
import { useMessages } from '@almagest/ui/messages';
import { useChange } from '@almagest/ui/use-change';
import { useFormats } from '@almagest/ui/use-formats';
import { useQuery } from '@tanstack/react-query';
import { api, SLOW } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { targetMessages } from './messages.ts';
import { declination, parsecs, rightAscension } from './position.ts';
import { linkedTargetsQuery, objectQuery } from './queries.ts';

/** Shows the properties of an object, found by any of its names. */
export function ObjectCard({ name }: { readonly name: string }) {
  const t = useMessages(targetMessages);
  return (
    <Loaded query={useQuery(objectQuery(name))} loading={t.lookingUp(name)}>
      {(data) => <Facts object={data} />}
    </Loaded>
  );
}

function Facts({ object }: { readonly object: ObjectData }) {
  const t = useMessages(targetMessages);
  const { bibcode } = useOpenPaper();
  const change = useChange({ queryKey: ['targets'] });
  const { data: linked = [] } = useQuery(linkedTargetsQuery(bibcode));
  const { name, canonical_name: canonical } = object;
  const isLinked = linked.some((target) => target.canonical_name === canonical);
  const link = async () => {
    await api.post('/api/target/associate', { body: { bibcode, name }, ...SLOW });
    return t.linked(canonical);
  };
  return (
    <article className="object-card" aria-label={canonical}>
      <p className="row spread">
        <strong>{canonical}</strong>
        {isLinked ? (
          <Pill kind="good">{t.isLinked}</Pill>
        ) : (
          <Button kind="primary" isBlocked={change.isPending} onClick={() => change.mutate(link)}>
            {t.link}
          </Button>
        )}
      </p>
      <FactList object={object} />
    </article>
  );
}

function FactList({ object }: { readonly object: ObjectData }) {
  const t = useMessages(targetMessages);
  const { count } = useFormats();
  const { ra_deg: ra, dec_deg: dec, magnitudes, parallax_mas: parallax, aliases } = object;
  const distance = parsecs(parallax);
  const facts: readonly (readonly [string, string])[] = [
    [t.position, `${rightAscension(ra)}  ${declination(dec)}`],
    [t.degrees, `${ra.toFixed(5)}  ${dec.toFixed(5)}`.replaceAll('-', '−')],
    [t.objectType, object.object_type ?? ''],
    [t.spectralType, object.spectral_type ?? ''],
    [
      t.magnitudes,
      Object.entries(magnitudes ?? {})
        .map(([band, magnitude]) => `${band} ${magnitude.toFixed(2)}`)
        .join(', ')
        .replaceAll('-', '−'),
    ],
    [t.parallax, parallax === null ? '' : `${parallax.toPrecision(4)} mas`.replace('-', '−')],
    [t.distance, distance === undefined ? '' : `${count(Number(distance.toPrecision(3)))} pc`],
    [t.velocity, object.radial_velocity_kms === null ? '' : `${object.radial_velocity_kms} km/s`.replace('-', '−')],
    [t.aliases, aliases.join(', ')],
    [t.resolver, object.resolver],
  ];
  return (
    <dl className="facts">
      {facts.map(([label, value]) =>
        value === '' ? null : (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}
