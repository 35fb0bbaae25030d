// A program that logs what a service may log, for the test of what people and programs see of it.
import { openLog } from '../src/log.ts';

const log = openLog('grid-api', 'info');
log.info({ port: 8090 }, 'listening');
log.error({ err: new Error('no answer from postgres://u:hidden@db/x'), api_token: 'hidden' }, 'fault');
