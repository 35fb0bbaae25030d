import { Link } from '@tanstack/react-router';

/** Links to a point of the same workflow. */
export function PointLink({ name, point }: { readonly name: string; readonly point: string }) {
  return (
    <Link className="code" to="/workflows/$name/points/$point" params={{ name, point }}>
      {point}
    </Link>
  );
}
