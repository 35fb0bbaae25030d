import { failIfTold, note, stopOnSignal } from './journal.js';

failIfTold();
note('start');
const work = setInterval(() => undefined, 1_000);
stopOnSignal(() => clearInterval(work));
