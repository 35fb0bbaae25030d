import { ownAddressOf } from './earlier-address.ts';

// Must be imported before the router, which reads the address when it loads.
const own = ownAddressOf(location);
if (own !== undefined) history.replaceState(null, '', `/${own}`);
