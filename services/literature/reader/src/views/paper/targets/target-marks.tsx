import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useOpenPaper } from '../open-paper.ts';
import { placesOfNames } from '../notes/passages.ts';
import { onBlocksShown, shownBlocks } from '../shown-blocks.ts';
import { markTargets } from './marked-targets.ts';
import { namesQuery } from './queries.ts';

/** Highlights object names once some text is rendered. The text doesn't wait for the names. */
export function TargetMarks() {
  const { bibcode, outline, mode } = useOpenPaper();
  const [hasText, setHasText] = useState(shownBlocks.size > 0);
  const { data: names } = useQuery({ ...namesQuery(bibcode, outline.revision), enabled: hasText });
  useEffect(() => {
    const mark = () => {
      setHasText(shownBlocks.size > 0);
      const all = names?.map(({ designation }) => designation) ?? [];
      markTargets(
        [...shownBlocks].flatMap(([block, element]) => {
          const text = all.length === 0 ? null : element.querySelector('.original');
          return text === null ? [] : placesOfNames(text, all).map((place) => ({ ...place, block }));
        }),
      );
    };
    mark();
    const stop = onBlocksShown(mark);
    return () => {
      stop();
      markTargets([]);
    };
  }, [names, mode]);
  return null;
}
