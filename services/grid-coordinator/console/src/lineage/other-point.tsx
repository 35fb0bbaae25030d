import { PointLink } from '../point-link.tsx';

/** A point of another workflow, named with it; the workflow is null if it was deleted. */
export function OtherPoint({ name, workflow }: { readonly name: string; readonly workflow: string | null }) {
  return (
    <>
      {workflow === null ? <span className="code">{name}</span> : <PointLink name={workflow} point={name} />} (
      {workflow ?? '–'})
    </>
  );
}
