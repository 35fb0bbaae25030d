import type { PageText } from './page-text.ts';

interface ChallengeSigns {
  readonly vendor: string;
  readonly title?: RegExp;
  /** In the markup, scripts included: what only the vendor's own page or loader holds. */
  readonly markup?: RegExp;
  readonly visible?: RegExp;
  readonly finalAddress?: RegExp;
  /** Response headers, as `name: value` lines in lower case. */
  readonly headers?: RegExp;
}

/**
 * Signs of the systems that publishers and preprint servers put before their pages. Collected from recorded
 * challenge pages; each stands in the title, in the vendor's script or in words that no paper would use of itself.
 */
const CHALLENGES: readonly ChallengeSigns[] = [
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

/** What came with the page. */
export interface ResponseFacts {
  readonly status?: number;
  /** Where redirects ended. */
  readonly finalAddress?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Tells whether the page is a challenge instead of content.
 *
 * Only asked of pages that hold no paper: an article that speaks of captchas, or loads one for its comments, must pass.
 */
export function findChallenge(html: string, page: PageText, response: ResponseFacts): Challenge | undefined {
  const headers = Object.entries(response.headers ?? {})
    .map(([name, value]) => `${name.toLowerCase()}: ${value.toLowerCase()}`)
    .join('\n');
  const places: readonly (readonly [keyof Omit<ChallengeSigns, 'vendor'>, string, string])[] = [
    ['headers', headers, 'header'],
    ['finalAddress', response.finalAddress ?? '', 'address'],
    ['title', page.title, 'title'],
    ['markup', html, 'markup'],
    ['visible', page.visible, 'text'],
  ];
  for (const signs of CHALLENGES) {
    for (const [sign, text, name] of places) {
      const found = signs[sign]?.exec(text);
      if (found) return { vendor: signs.vendor, evidence: `${name}: ${found[0].slice(0, 120)}` };
    }
  }
  return undefined;
}
