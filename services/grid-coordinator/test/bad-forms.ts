import {
  form,
  MAX_SEED_BYTES,
  MAX_FORM_TEXT_BYTES,
  NO_NAME,
  NO_TEXT,
  ODD,
  PARAMS,
  SUMMARY,
  type BadRequest,
  type OperationName,
} from './bad-values.ts';

const REPORT = {
  task_id: '00000000-0000-4000-8000-000000000000',
  point_name: 'p',
  node_id: 'n1',
  status: 'completed',
  converged: true,
  max_relc: 1e-4,
  atmosphere_has_nan: false,
};
export function badForms(): BadRequest[] {
  const cases: [OperationName, Record<string, unknown>][] = [
    ['reportTask', REPORT],
    ['importSeed', SUMMARY],
  ];
  return cases.flatMap(([name, report]) => {
    const whole = form({ report, seed_file: 'x' });
    const bad = (what: string, names: string | RegExp, more: Partial<BadRequest>, status = 400): BadRequest => {
      return { name, what, status, names, ...more };
    };
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field${index}`, 'x']));
    return [
      bad('no body', 'report', {}),
      bad('JSON instead of a form', 'report', {
        body: JSON.stringify(report),
        headers: { 'content-type': 'application/json' },
      }),
      bad('a form without a boundary', /[Bb]oundary/, { ...whole, headers: { 'content-type': 'multipart/form-data' } }),
      bad('a form with another boundary', /multipart|report/, {
        ...whole,
        headers: { 'content-type': 'multipart/form-data; boundary=other' },
      }),
      bad('a form cut short', /multipart/, { ...whole, body: whole.body.slice(0, -30) }),
      bad('no part report', 'report', form({ seed_file: 'x' })),
      bad('an empty part report', 'report', form({ report: '' })),
      bad('a part report that is not JSON', 'report', form({ report: '{"a":' })),
      bad('a part report that is an array', 'report', form({ report: [report] })),
      bad('a part report sent twice', 'report', {
        ...whole,
        body: whole.body.replace(
          /^(--\S+\r\n)(?=[^])/,
          '$1Content-Disposition: form-data; name="report"\r\n\r\n{}\r\n$1',
        ),
      }),
      bad('too many parts', /multipart/, form({ ...many, report })),
      bad('a seed over the limit', String(MAX_SEED_BYTES), form({ report, seed_file: 'x'.repeat(1001) }), 413),
      bad(
        'a text over the limit',
        String(MAX_FORM_TEXT_BYTES),
        form({ report: 'x'.repeat(MAX_FORM_TEXT_BYTES + 1) }),
        413,
      ),
    ];
  });
}

export function badParts(): BadRequest[] {
  const unknown = { report: SUMMARY, seed_file: 'x', method: 'cold_run' };
  const refuse =
    (name: OperationName, good: object) =>
    ([field, values]: [string, readonly unknown[]]): BadRequest[] =>
      values.map((value) => ({
        name,
        what: `${field} ${value === undefined ? 'left out' : JSON.stringify(value).slice(0, 40)}`,
        status: 400,
        names: field.replace('_name', ''),
        ...form({ report: { ...good, [field]: value }, seed_file: 'x' }),
      }));
  const illegal = ['a..b', '..', 'p..', '../p', 'a/b', 'a\\b', '.p', 'a b', 'a\u0000', 'é', 'p'.repeat(129)];
  return [
    ...Object.entries({
      task_id: [undefined, ...NO_TEXT, '', '7', 'g0000000-0000-4000-8000-000000000000', `urn:uuid:${REPORT.task_id}`],
      point_name: [undefined, ...NO_TEXT, '', ...illegal],
      node_id: [undefined, ...NO_NAME],
      status: [undefined, ...NO_TEXT, 'done'],
      converged: [undefined, null, 1, 'true'],
      atmosphere_has_nan: [undefined, null, 0, 'false'],
      max_relc: [...ODD, '1e-4', true],
      elapsed_sec: [...ODD, '10'],
      params: [[], {}, 7, { ...PARAMS, teff: '20000' }, { ...PARAMS, logo: undefined }],
      summary_json: [...ODD, 7, '{"a":', 'no JSON'],
      failed_stage: [...ODD, 7, 'both', ''],
    }).flatMap(refuse('reportTask', REPORT)),
    ...Object.entries({
      name: [undefined, ...NO_TEXT, '', ...illegal],
      params: [undefined, null, [], {}, 7, { ...PARAMS, teff: '20000' }],
      converged: [undefined, null, 1, 'true'],
      final_max_relc: [...ODD, '1e-4'],
    }).flatMap(refuse('importSeed', SUMMARY)),
    {
      name: 'importSeed',
      what: 'a converged point without a seed',
      status: 400,
      names: 'seed_file',
      ...form({ report: SUMMARY }),
    },
    {
      name: 'importSeed',
      what: 'an unknown part',
      status: 400,
      names: /unknown part method. The parts are report, seed_file, success_method/,
      ...form(unknown),
    },
    {
      name: 'reportTask',
      what: 'an unknown part and an unknown task',
      status: 409,
      names: 'task',
      ...form({ report: { ...REPORT, engine: 'x' }, host: 'y' }),
    },
    ...['imported', '', 'COLD_RUN'].map((success_method) => ({
      name: 'importSeed' as const,
      what: `success_method '${success_method}'`,
      status: 400,
      names: 'success_method',
      ...form({ report: SUMMARY, seed_file: 'x', success_method }),
    })),
    {
      name: 'reportTask',
      what: 'another node’s report',
      status: 403,
      names: 'n2',
      ...form({ report: { ...REPORT, node_id: 'n2' } }),
    },
    { name: 'reportTask', what: 'a task that no node holds', status: 409, names: 'task', ...form({ report: REPORT }) },
  ];
}
