import { failIfRequested, note, stopOnSignal } from './journal.js';

failIfRequested();
note('start');
const work = setInterval(() => undefined, 1_000);
stopOnSignal(() => clearInterval(work));
