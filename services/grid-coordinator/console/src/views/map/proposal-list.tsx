import type { Proposal, ProposalReason } from '@almagest/contracts/grid';
import { Button } from '@almagest/ui/components/button';
import { SelectField } from '@almagest/ui/components/field';
import { Loaded } from '@almagest/ui/components/page-states';
import { Panel } from '@almagest/ui/components/panel';
import { useMessages } from '@almagest/ui/messages';
import { AXIS_NAMES } from '../../axis-names.ts';
import { useMapState } from './map-state.ts';
import { proposalMessages } from './proposal-messages.ts';
import { AXES } from './shape.ts';
import { useTakeProposals } from './take-proposals.ts';

const KINDS = ['all', 'failure', 'residual'] as const;

/**
 * Lists points that would refine the grid and adds the chosen points to the configuration. Loads them only when opened.
 */
export function ProposalList() {
  const t = useMessages(proposalMessages);
  const { search, go, proposals } = useMapState();
  return (
    <Panel
      title={t.title}
      actions={
        <Button
          aria-expanded={proposals !== undefined}
          onClick={() => go({ proposals: proposals === undefined ? 'all' : undefined })}
        >
          {proposals === undefined ? t.show : t.hide}
        </Button>
      }
    >
      {proposals === undefined ? null : (
        <div className="panel-body stack">
          <p className="muted small">{t.hint}</p>
          <SelectField
            label={t.kind}
            value={search.proposals ?? 'all'}
            options={KINDS.map((kind) => [kind, t[kind]] as const)}
            onChange={(kind) => go({ proposals: kind })}
          />
          <Loaded query={proposals.query} loading={t.loading}>
            {({ found }) => (
              <>
                <p role="status">{t.shown(proposals.shown.length, found.failure, found.residual)}</p>
                {proposals.shown.length === 0 ? <p className="muted">{t.none}</p> : <Choice />}
              </>
            )}
          </Loaded>
        </div>
      )}
    </Panel>
  );
}

function Choice() {
  const t = useMessages(proposalMessages);
  const { proposals } = useMapState();
  const take = useTakeProposals();
  if (proposals === undefined) return null;
  const { shown, chosen, choose } = proposals;
  const names = shown.map(({ name }) => name);
  // Points chosen outside the current ranges are not visible, so they are not added.
  const taken = shown.filter(({ name }) => chosen.has(name));
  return (
    <>
      <div className="row wrap">
        <Button kind="primary" isBlocked={taken.length === 0} onClick={() => void take(taken)}>
          {t.take(taken.length)}
        </Button>
        <Button isBlocked={taken.length === shown.length} onClick={() => choose(names, true)}>
          {t.chooseAll}
        </Button>
        <Button isBlocked={taken.length === 0} onClick={() => choose(names, false)}>
          {t.chooseNone}
        </Button>
      </div>
      <ul className="map-proposals">
        {shown.map((proposal) => (
          <ProposalItem
            key={proposal.name}
            proposal={proposal}
            isChosen={chosen.has(proposal.name)}
            onChoose={(isChosen) => choose([proposal.name], isChosen)}
          />
        ))}
      </ul>
    </>
  );
}

function ProposalItem({
  proposal,
  isChosen,
  onChoose,
}: {
  readonly proposal: Proposal;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}) {
  const t = useMessages(proposalMessages);
  const { name, wave, eddington_parameter: gamma, reasons, seed } = proposal;
  const [first] = reasons;
  const wordsOf = useReasonWords();
  const told = [
    t.wave(wave, gamma.toPrecision(2)),
    seed === null ? t.noSeed : t.seed(seed.name, seed.distance.toFixed(2)),
    ...(seed === null || seed.tried === null || seed.converged === null
      ? []
      : [t.seedsWent(seed.converged, seed.tried)]),
  ];
  return (
    <li>
      <label className="row">
        <input type="checkbox" checked={isChosen} onChange={(event) => onChoose(event.target.checked)} />
        <span className="code">{name}</span>
      </label>
      <div className="small">
        {first === undefined ? null : wordsOf(first)}
        {reasons.length > 1 ? ` ${t.moreReasons(reasons.length - 1)}` : ''}
      </div>
      <div className="muted small">{told.join('; ')}</div>
    </li>
  );
}

function useReasonWords(): (reason: ProposalReason) => string {
  const t = useMessages(proposalMessages);
  return ({ kind, axis, point, neighbour, error, residual, neighbour_residual: other }) => {
    const known = AXES.find((name) => name === axis);
    const words = kind === 'failure' ? t.halfWayToFailed : t.betweenOutliers;
    const of = (value: number | null) => (value === null ? '–' : `${(100 * value).toPrecision(2)} %`);
    const detail = kind === 'failure' ? error : t.residuals(of(residual), of(other));
    return `${words(known === undefined ? axis : AXIS_NAMES[known], point, neighbour)}${detail === null ? '' : `: ${detail}`}`;
  };
}
