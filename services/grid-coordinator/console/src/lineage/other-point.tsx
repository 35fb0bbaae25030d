import { PointLink } from '../point-link.tsx';

/** Names a point of another workflow. `workflow` is null if that workflow was deleted. */
export function OtherPoint({ name, workflow }: { readonly name: string; readonly workflow: string | null }) {
  return (
    <>
      {workflow === null ? <span className="code">{name}</span> : <PointLink name={workflow} point={name} />} (
      {workflow ?? '–'})
    </>
  );
}
