import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders with code, in a checkout and in a deployed program. Configuration and data may be next to these folders. */
const CODE = ['node_modules', 'packages', 'services', 'dist', 'package.json'];

/** Returns the files and folders that a program needs in order to load its modules. */
export function codeFolders(program: URL): string[] {
  const file = fileURLToPath(program);
  let root = dirname(file);
  // pnpm keeps the packages of a checkout or a deployed program in one folder.
  while (!existsSync(join(root, 'node_modules', '.pnpm')) && root !== dirname(root)) root = dirname(root);
  const found = CODE.map((name) => join(root, name)).filter((path) => existsSync(path));
  return root === dirname(root) ? [dirname(file)] : found;
}
