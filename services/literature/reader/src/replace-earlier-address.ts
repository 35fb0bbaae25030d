import { ownAddressOf } from './earlier-address.ts';

// Imported before the router, which reads the address when it is loaded.
const own = ownAddressOf(location);
if (own !== undefined) history.replaceState(null, '', `/${own}`);
