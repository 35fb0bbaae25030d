// The entry point of the process that paper-index.ts starts.
import { answerRequests } from '@almagest/bounded-process';
import { indexOf } from '../../domain/retrieval/index-of-blocks.ts';

answerRequests(indexOf);
