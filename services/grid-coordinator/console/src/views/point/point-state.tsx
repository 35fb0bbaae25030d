import type { GridPointRow, PointExplanation } from '@almagest/contracts/grid';
import { buttonClass } from '@almagest/ui/components/button';
import { Pill } from '@almagest/ui/components/pill';
import { Tile, Tiles } from '@almagest/ui/components/tile';
import { Age } from '@almagest/ui/components/times';
import { byteSize, count, parseTime, plain, relativeChange, utcTime } from '@almagest/ui/format';
import { useMessages } from '@almagest/ui/messages';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { PointPill, useTaskTypeWord } from '../../vocabulary.tsx';
import { logSum } from './log-sum.ts';
import { pointMessages } from './messages.ts';
import { PointActions } from './point-actions.tsx';
import { seedAddress, seedBytesQuery } from './queries.ts';

export interface PointStateProps {
  readonly name: string;
  readonly point: GridPointRow;
  /** Undefined while loading. */
  readonly explanation: PointExplanation | undefined;
}

export function PointState({ name, point, explanation }: PointStateProps) {
  const t = useMessages(pointMessages);
  return (
    <>
      <div className="row spread">
        <div className="row">
          <PointPill status={point.status} />
          {point.held === true ? <Pill kind="warning">{t.held}</Pill> : null}
          {point.retired === true ? <Pill kind="idle">{t.retired}</Pill> : null}
          <p>{explanation === undefined ? null : plainReason(explanation)}</p>
        </div>
        <div className="row">
          <PointActions name={name} point={point} explanation={explanation} />
          <SeedLink name={name} point={point.name} />
        </div>
      </div>
      <Parameters point={point} />
    </>
  );
}

/** Formats the time in the server's explanation and drops the status, which the page already shows. */
function plainReason({ point, reason, held_by }: PointExplanation): string {
  const text = held_by === null ? reason : reason.replace(held_by.since, utcTime(parseTime(held_by.since)));
  const status = `${point.status}: `;
  return text.startsWith(status) ? text.slice(status.length) : text;
}

function SeedLink({ name, point }: { readonly name: string; readonly point: string }) {
  const t = useMessages(pointMessages);
  const { data: bytes } = useQuery(seedBytesQuery(name, point));
  if (bytes === undefined) return null;
  if (bytes === null) return <span className="muted small">{t.noSeed}</span>;
  return (
    <a className={buttonClass()} href={seedAddress(point)} download={`${point}.7`}>
      <Download size={16} aria-hidden />
      {t.seed(byteSize(bytes))}
    </a>
  );
}

function Parameters({ point }: { readonly point: GridPointRow }) {
  const t = useMessages(pointMessages);
  const taskTypeWord = useTaskTypeWord();
  const {
    teff,
    logg,
    loghe,
    logc,
    logn,
    logo,
    success_method: method,
    node_id: node,
    last_completed_at: ended,
  } = point;
  return (
    <>
      <Tiles compact>
        <Tile label="Teff" value={`${count(teff)} K`} />
        <Tile label="log g" value={plain(logg)} />
        <Tile label="log He/H" value={plain(loghe)} />
        <Tile label="log C/H" value={plain(logc)} />
        <Tile label="log N/H" value={plain(logn)} />
        <Tile label="log O/H" value={plain(logo)} />
        <Tile label={t.cnoSum} value={plain(Number(logSum([logc, logn, logo]).toFixed(2)))} />
      </Tiles>
      <Tiles compact>
        <Tile label={t.wave} value={count(point.wave)} />
        <Tile label={t.attempts} value={count(point.attempt_count)} />
        {point.spectrum_attempts === undefined ? null : (
          <Tile label={t.spectrumAttempts} value={count(point.spectrum_attempts)} />
        )}
        <Tile label={t.relc} value={relativeChange(point.last_max_relc)} />
        {method === null ? null : <Tile label={t.method} value={taskTypeWord(method)} />}
        {ended === null ? null : <Tile label={t.ended} value={<Age time={ended} />} />}
        {node === null ? null : <Tile label={t.lastNode} value={node} />}
      </Tiles>
    </>
  );
}
