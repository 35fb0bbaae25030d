import { Refusal } from '@almagest/service-kit/refusal';
import type { Response } from 'express';

export function console(res: Response): void {
  res.type('html').send('<!doctype html><title>Almagest</title>');
}

export function consoleAsset(file: string, _res: Response): void {
  throw new Refusal('unknown', `the console has no file ${file}`);
}
