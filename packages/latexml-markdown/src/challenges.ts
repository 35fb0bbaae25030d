import type { PageText } from './page-text.ts';

interface ChallengePatterns {
  readonly vendor: string;
  readonly title?: RegExp;
  /** Matches markup, including scripts, that only the vendor's page or loader contains. */
  readonly markup?: RegExp;
  readonly visible?: RegExp;
  readonly finalAddress?: RegExp;
  /** Matches response headers, as `name: value` lines in lower case. */
  readonly headers?: RegExp;
}

/**
 * Patterns that identify the bot protection of publishers and preprint servers. They were collected from recorded
 * challenge pages. Each pattern matches the title, the vendor's script, or words that no paper would use.
 */
const CHALLENGES: readonly ChallengePatterns[] = [
  {
    vendor: 'Cloudflare',
    title: /^just a moment|^attention required! \| cloudflare|used cloudflare to restrict access|^access denied \|/i,
    markup:
      /_cf_chl_opt|\/cdn-cgi\/challenge-platform\/|id=["']challenge-form|class=["'][^"']*cf-turnstile|cf-error-details/i,
    visible:
      /enable javascript and cookies to continue|checking your browser before accessing|error 10(?:06|09|10|20)\b/i,
    headers: /^cf-mitigated: challenge/m,
  },
  {
    vendor: 'Radware',
    title: /radware (?:bot manager )?captcha/i,
    markup: /validate\.perfdrive\.com/i,
    visible: /made us think that you are a bot/i,
    finalAddress: /validate\.perfdrive\.com/i,
  },
  {
    vendor: 'Imperva',
    title: /^pardon our interruption/i,
    markup: /_Incapsula_Resource/,
    visible: /incapsula incident id/i,
  },
  {
    vendor: 'Akamai',
    visible: /\breference #\d{1,3}\.[\da-f]{6,}/i,
    markup: /errors\.edgesuite\.net|\/_sec\/cp_challenge\//i,
  },
  {
    vendor: 'the preprint server',
    visible: /\bviolates the automated access guidelines|\byour client does not appear to be a (?:person|human)\b/i,
  },
  { vendor: 'Springer Nature', title: /^client challenge$/i, markup: /\/_fs-ch-/ },
  { vendor: 'Sucuri', markup: /sucuri_cloudproxy_js/, visible: /sucuri website firewall/i },
  { vendor: 'DataDome', markup: /captcha-delivery\.com/i, headers: /^x-datadome: protected/m },
  {
    vendor: 'PerimeterX',
    markup: /id=["']px-captcha|captcha\.px-cdn\.net/i,
    visible: /access to this page has been denied because we believe/i,
  },
  {
    vendor: 'AWS WAF',
    markup: /awswaf\.com\/|AwsWafIntegration/,
    headers: /^x-amzn-waf-action: (?:challenge|captcha)/m,
  },
  { vendor: 'Anubis', title: /making sure you(?:'|’)re not a bot/i, markup: /\/\.within\.website\/x\/cmd\/anubis\// },
  {
    vendor: 'unknown',
    title:
      /^(?:captcha|robot check|security check|verify(?:ing)? (?:that )?you are (?:a )?human|human verification|ddos-guard)\b/i,
    markup: /hcaptcha\.com\/1\/api|recaptcha\/(?:api|enterprise)\.js|challenges\.cloudflare\.com\/turnstile/i,
    visible: /(?:verify|prove|confirm) (?:that )?you(?: are|'re|’re) (?:a )?(?:human|not a robot)/i,
  },
];

export interface Challenge {
  readonly vendor: string;
  readonly evidence: string;
}

/** Known facts about the HTTP response that contained the page. */
export interface ResponseFacts {
  readonly status?: number;
  readonly finalAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Markers of short pages from known hosts that are not papers. */
  readonly markers?: readonly PageMarker[];
}

/** A pattern in the title, a heading or the text of a page, and the class it indicates. */
export interface PageMarker {
  readonly kind: 'no_html' | 'not_found' | 'rate_limited' | 'login' | 'forbidden' | 'server_error';
  readonly pattern: RegExp;
}

/**
 * Returns the challenge if the page is a challenge instead of content.
 *
 * Call this function only for pages without a paper. An article may be about captchas, or load a captcha for its
 * comments.
 */
export function findChallenge(html: string, page: PageText, response: ResponseFacts): Challenge | undefined {
  const headers = Object.entries(response.headers ?? {})
    .map(([name, value]) => `${name.toLowerCase()}: ${value.toLowerCase()}`)
    .join('\n');
  const places: readonly (readonly [keyof Omit<ChallengePatterns, 'vendor'>, string, string])[] = [
    ['headers', headers, 'header'],
    ['finalAddress', response.finalAddress ?? '', 'address'],
    ['title', page.title, 'title'],
    ['markup', html, 'markup'],
    ['visible', page.visible, 'text'],
  ];
  for (const challenge of CHALLENGES) {
    for (const [place, text, name] of places) {
      const found = challenge[place]?.exec(text);
      if (found) return { vendor: challenge.vendor, evidence: `${name}: ${found[0].slice(0, 120)}` };
    }
  }
  return undefined;
}
