import { useStillHere } from '@almagest/ui/still-here';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { placeOf, writePlace } from './address.ts';
import { ReadingPosition } from './reading-position.ts';
import { PAPER_PATH, paperPage } from './paper-page.ts';

/** Delay after scrolling before the address is updated. */
const REST_MS = 300;

/** Keeps the line at the top in the address. A reload, and Back after a jump, then show the same line. */
export function usePlace() {
  const search = paperPage.useSearch();
  const { at, block, quote } = search;
  const navigate = useNavigate({ from: PAPER_PATH });
  const isStillHere = useStillHere();
  const [readingPosition] = useState(() => new ReadingPosition(placeOf(search) ?? { block: 0, fraction: 0 }));
  const written = useRef<string | undefined>(at);
  const cameFor = useRef(block);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useCallback(async () => {
    clearTimeout(timer.current);
    if (!isStillHere()) return;
    const place = writePlace(readingPosition.place);
    written.current = place;
    await navigate({ search: (before) => ({ ...before, at: place }), replace: true, resetScroll: false });
  }, [readingPosition, navigate, isStillHere]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const isOtherBlock = block !== undefined && block !== cameFor.current;
    cameFor.current = block;
    const place = placeOf({ ...(at === undefined ? {} : { at }), ...(block === undefined ? {} : { block }) });
    const isOwnLine = at !== undefined && at === written.current;
    if (place === undefined || (isOwnLine && !isOtherBlock)) return;
    clearTimeout(timer.current);
    if (isOwnLine) {
      // The user entered another block in the address, which still has the line from scrolling.
      void navigate({ search: ({ at: _line, ...others }) => others, replace: true, resetScroll: false });
      return;
    }
    written.current = at;
    readingPosition.goTo(place, at === undefined);
  }, [at, block, readingPosition, navigate]);
  const onScrolled = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void write(), REST_MS);
  }, [write]);
  const jumpTo = useCallback(
    async (target: number, words?: string) => {
      await write();
      const { at: _line, quote: _quote, ...others } = search;
      written.current = undefined;
      await navigate({
        search: { ...others, block: String(target), ...(words === undefined ? {} : { quote: words }) },
        resetScroll: false,
      });
      readingPosition.goTo({ block: target, fraction: 0 }, true);
    },
    [readingPosition, navigate, search, write],
  );
  return {
    readingPosition,
    onScrolled,
    jumpTo,
    lit: block === undefined ? undefined : { block: Number(block), quote },
  };
}
