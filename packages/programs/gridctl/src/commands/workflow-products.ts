import { type Command, InvalidArgumentError } from 'commander';
import type { Context, OpenContext } from '../context.ts';
import { plural } from '../output/wording.ts';
import { examples } from './examples.ts';

type Values = Readonly<Record<string, number | string>>;

interface ProductOptions {
  readonly set?: Values;
  readonly dryRun?: true;
}

export function registerAddProduct(workflows: Command, open: OpenContext): void {
  workflows
    .command('add-product')
    .description(
      'add a spectrum product and compute it for all converged points, without computing anything else again',
    )
    .argument('<name>', 'workflow')
    .argument('<product>', 'name of the product')
    .option('--set <key=value>', 'a number or text that differs from spectrum_params. Repeatable', setValue)
    .option('--dry-run', 'only show the new configuration')
    .addHelpText(
      'after',
      examples(
        'workflows add-product sdb uv --set wl_min=900 --set wl_max=3000 --set linelist=gfVIS99.dat',
        'workflows add-product sdb uv --set wl_min=900 --dry-run',
      ),
    )
    .action(async (name: string, product: string, options: ProductOptions) =>
      addProduct(await open(), name, product, options),
    );
}

/** A decimal number. The group is its mantissa. */
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function setValue(text: string, before: Values = {}): Values {
  const at = text.indexOf('=');
  const [key, value] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || value === '') throw new InvalidArgumentError('It must be written as key=value.');
  const mantissa = NUMBER.exec(value)?.[1];
  if (mantissa === undefined) return { ...before, [key]: value };
  const number = Number(value);
  // JSON would turn these numbers into 0 or null, so the coordinator could not detect the fault.
  if (!Number.isFinite(number) || (number === 0 && /[1-9]/.test(mantissa)))
    throw new InvalidArgumentError(`${value} cannot be stored exactly.`);
  return { ...before, [key]: number };
}

async function addProduct(
  { client, terminal }: Context,
  name: string,
  product: string,
  { set = {}, dryRun }: ProductOptions,
): Promise<void> {
  const body = { product: { name: product, ...set }, ...(dryRun === undefined ? {} : { dry_run: true }) };
  const { data } = await client.call('addProduct', { params: { name }, body });
  if (terminal.json) return terminal.document(data);
  if (dryRun === true) await terminal.lines(data.config_yaml.trimEnd().split('\n'));
  const points = plural(data.points, 'converged point');
  if (dryRun === true) return terminal.note(`not saved: ${product} would be computed for ${points}`);
  await terminal.lines([
    data.queued
      ? `${product} added to ${name}: queued for ${points}`
      : `${product} added to ${name}: gridctl workflows start ${name} computes it for ${points}`,
  ]);
}
