import type { PointExplanation } from '@almagest/contracts/grid';
import { CardTable, type CardColumn } from '@almagest/ui/components/card-table';
import { Panel } from '@almagest/ui/components/panel';
import { count, relativeChange } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useTaskTypeWord } from '../../vocabulary.tsx';
import { pointMessages } from './messages.ts';
import { PointLink } from '../../point-link.tsx';

type Candidate = PointExplanation['candidates'][number];

/** Shows a point's remaining strategies, the rules applied so far, and the seeds available to it. */
export function Strategies({ name, explanation }: { readonly name: string; readonly explanation: PointExplanation }) {
  const t = useMessages(pointMessages);
  const taskTypeWord = useTaskTypeWord();
  const { chain, stage, tried_seeds: tried, candidates, rules = [] } = explanation;
  return (
    <Panel title={t.strategies}>
      <div className="stack">
        <p>
          {chain.length === 0
            ? t.noStrategy
            : stage === 'spectrum'
              ? t.onlySpectrum
              : t.strategiesLeft(chain.map(taskTypeWord).join(t.thenNext))}
        </p>
        {rules.map(({ name: rule, description }) => (
          <p key={rule}>{description}</p>
        ))}
        {tried.length === 0 ? null : (
          <div>
            <p>{t.tried(tried.length)}</p>
            <ul className="tried-seeds">
              {tried.map((seed) => (
                <li key={seed}>
                  <PointLink name={name} point={seed} />
                </li>
              ))}
            </ul>
          </div>
        )}
        {candidates.length === 0 ? null : <Candidates name={name} candidates={candidates} />}
      </div>
    </Panel>
  );
}

function Candidates({ name, candidates }: { readonly name: string; readonly candidates: readonly Candidate[] }) {
  const t = useMessages(pointMessages);
  const columns: readonly CardColumn<Candidate>[] = [
    { title: t.seedOf, isHead: true, cell: (candidate) => <PointLink name={name} point={candidate.name} /> },
    { title: t.distance, isNumber: true, cell: ({ distance }) => distance.toFixed(2) },
    { title: t.relc, isNumber: true, cell: ({ max_relc: relc }) => relativeChange(relc) },
    { title: t.lineage, isNumber: true, cell: ({ lineage }) => count(lineage) },
    { title: t.experience, cell: ({ history }) => history?.description ?? '–' },
  ];
  return (
    <>
      <h3>{t.candidates}</h3>
      <CardTable caption={t.candidates} columns={columns} rows={candidates} keyOf={(candidate) => candidate.name} />
    </>
  );
}
