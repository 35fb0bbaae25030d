import { failIfTold, note } from './journal.js';

failIfTold();
note('start');
