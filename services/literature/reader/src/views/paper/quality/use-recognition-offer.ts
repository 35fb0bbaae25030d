import type { RecognitionOffer } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useOpenPaper } from '../open-paper.ts';
import { qualityMessages } from './messages.ts';

const offerQuery = queryOptions({
  queryKey: ['recognition'],
  queryFn: async ({ signal }) => await api.get('/api/paper/ocr', { signal }),
});

/** Returns whether text recognition is possible. Returns undefined for papers with readable text. */
export function useRecognitionOffer(): RecognitionOffer | undefined {
  const { paper } = useOpenPaper().outline;
  const isUnread = paper.pdf_is_scanned === true || paper.text_quality?.unreadable_pages !== undefined;
  const { data } = useQuery({ ...offerQuery, enabled: isUnread });
  return isUnread ? data : undefined;
}

/** Returns the label of the recognition action, or undefined if recognition is not possible. */
export function useRecognitionName(): string | undefined {
  const t = useMessages(qualityMessages);
  const { paper } = useOpenPaper().outline;
  if (useRecognitionOffer()?.is_available !== true) return undefined;
  return paper.text_quality?.ocr === undefined ? t.recognise : t.recogniseAgain;
}
