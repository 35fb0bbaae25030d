// Logs typical lines of a service, so that `log.test.ts` can check the output for people and programs.
import { openLog } from '../src/process/log.ts';

const log = openLog('grid-api', 'info');
log.info({ port: 8090 }, 'listening');
log.error({ err: new Error('no answer from postgres://u:hidden@db/x'), api_token: 'hidden' }, 'fault');
