import { failIfRequested, note } from './journal.js';

failIfRequested();
note('start');
