import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { rowsQuery } from '../../../queries/library.ts';
import { useOpenPaper } from '../open-paper.ts';

/** Lists the tags of the paper. Each leads to the papers with that tag. */
export function PaperTags() {
  const { bibcode } = useOpenPaper();
  const { data } = useQuery(rowsQuery([bibcode], false));
  return data?.[0]?.tags.map((tag) => (
    <Link key={tag} to="/library" search={{ tag }} className="tag-link">
      {tag}
    </Link>
  ));
}
