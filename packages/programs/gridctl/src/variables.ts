/** The environment variables that set global options. `docs/configuration.md` describes them. */
export const VARIABLES = {
  url: {
    name: 'GRIDCTL_URL',
    fallback: 'http://127.0.0.1:8090',
    meaning: 'address of the coordinator. A path prefix is kept (`--url`)',
  },
  token: { name: 'GRIDCTL_TOKEN', secret: true, meaning: 'the administrator’s token or an API key (`--token`)' },
  tokenFile: {
    name: 'GRIDCTL_TOKEN_FILE',
    meaning: 'file with the administrator’s token or an API key (`--token-file`)',
  },
  noColor: { name: 'NO_COLOR', meaning: 'any value disables colours (`--no-color`)' },
} as const;
