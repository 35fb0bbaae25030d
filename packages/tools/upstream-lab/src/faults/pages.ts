import { html, type Reply } from '../server/exchange.ts';
import type { Challenger } from './fault.ts';

const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>\n`;

interface Challenge {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly page: string;
}

/** One page per vendor, with the markup that identifies the vendor. The text is our own. */
const CHALLENGES: Readonly<Record<Challenger, Challenge>> = {
  cloudflare: {
    status: 403,
    headers: { server: 'cloudflare', 'cf-mitigated': 'challenge', 'cf-ray': '8a0000000000lab0-LAB' },
    page: page(
      'Just a moment...',
      '<div id="challenge-form">Enable JavaScript and cookies to continue</div>' +
        '<script>window._cf_chl_opt={cType:"managed"};</script><script src="/cdn-cgi/challenge-platform/lab.js"></script>',
    ),
  },
  radware: {
    status: 200,
    headers: {},
    page: page(
      'Radware Bot Manager Captcha',
      '<p>We apologize for the inconvenience, but your activity on this site made us think that you are a bot.</p>' +
        '<div class="h-captcha"></div><script src="https://hcaptcha.com/1/api.js"></script>',
    ),
  },
  imperva: {
    status: 200,
    headers: { 'x-cdn': 'Imperva' },
    page: page(
      '',
      'Request unsuccessful. Incapsula incident ID: 0-0<iframe src="/_Incapsula_Resource?lab=1" width="0"></iframe>',
    ),
  },
  akamai: {
    status: 403,
    headers: { server: 'AkamaiGHost' },
    page: page(
      'Access Denied',
      "<h1>Access Denied</h1><p>You don't have permission to access this address on this server.</p><p>Reference #18.00000000.0.lab</p>",
    ),
  },
  springer: {
    status: 200,
    headers: {},
    page: page(
      'Client Challenge',
      '<noscript>JavaScript is disabled in your browser.</noscript><script src="/_fs-ch-lab/script.js"></script>',
    ),
  },
  sucuri: {
    status: 307,
    headers: { server: 'Sucuri/Cloudproxy' },
    page: page(
      'You are being redirected...',
      "<noscript>Javascript is required.</noscript><script>var sucuri_cloudproxy_js='';</script>",
    ),
  },
  datadome: {
    status: 403,
    headers: { 'x-datadome': 'protected' },
    page: page(
      '',
      '<p>Please enable JS and disable any ad blocker</p><script src="https://ct.captcha-delivery.com/c.js"></script>',
    ),
  },
  preprint: {
    status: 403,
    headers: {},
    page: page('Access Denied', '<h1>Access Denied</h1><p>Sadly, your client does not appear to be a person.</p>'),
  },
};

export function challengePage(system: Challenger): Reply {
  const { status, headers, page } = CHALLENGES[system];
  return { ...html(page, status), headers: { 'content-type': 'text/html; charset=utf-8', ...headers } };
}

export function logInWall(): Reply {
  return html(
    page(
      'Sign in to continue',
      '<h1>Get access to this article</h1><p>Sign in through your institution, or purchase short-term access.</p>' +
        '<form action="/login"><input name="user"><input name="password" type="password"><button>Sign in</button></form>',
    ),
  );
}

export function htmlAsPdf(): Reply {
  const reply = html(page('Viewer', '<p>This document opens in the viewer of this site.</p>'));
  return { ...reply, headers: { 'content-type': 'application/pdf' } };
}

/** Returns the preprint server's page for a paper without HTML. */
export function noHtmlPage(id: string): Reply {
  const body = `<h1>No HTML for '${id}'</h1>\n<p>HTML is not available for the source.</p>\n<p>The source is of another kind, or its conversion failed.</p>`;
  return html(page('Not found', body), 404);
}

export function notFoundPage(what: string): Reply {
  return html(page('Not found', `<h1>Not found</h1><p>There is nothing at ${what}.</p>`), 404);
}

export function forbiddenPage(): Reply {
  return html(page('Forbidden', '<h1>Forbidden</h1><p>You may not see this.</p>'), 403);
}

export function serverErrorPage(status: number): Reply {
  return html(page(`${status}`, `<h1>${status} Server too busy</h1>`), status);
}
