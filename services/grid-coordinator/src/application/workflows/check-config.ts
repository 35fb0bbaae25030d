import type { ConfigurationProblem } from '@almagest/contracts/grid';
import { foreignKeys } from '../../domain/workflows/config-keys.ts';
import { ConfigError } from '../../domain/workflows/config-values.ts';
import { readWorkflowConfig, type WorkflowConfig } from '../../domain/workflows/workflow-config.ts';
import { configPlaces } from './config-places.ts';
import { ConfigSyntaxError, parseText, type ConfigText } from './parse-config.ts';

export interface CheckedConfig {
  readonly problems: readonly ConfigurationProblem[];
  /** Undefined if the configuration cannot be saved. */
  readonly read: { readonly config: WorkflowConfig; readonly document: ConfigText } | undefined;
}

type Problem = Pick<ConfigurationProblem, 'severity' | 'message'> & {
  readonly path: string;
  readonly suggestion?: string | undefined;
};

const LONGEST_PATH = 200;

export function located(text: ConfigText, { severity, message, path, suggestion }: Problem): ConfigurationProblem {
  const place = configPlaces(text)(path);
  return {
    severity,
    message,
    // A key may be as long as the whole configuration.
    path: path.slice(0, LONGEST_PATH),
    line: place?.line ?? null,
    column: place?.column ?? null,
    end_line: place?.endLine ?? null,
    end_column: place?.endColumn ?? null,
    suggestion: suggestion ?? null,
  };
}

/** Finds all faults of a configuration and keys that are probably misspelt. A save stops at the first fault. */
export function checkConfig(yaml: string, maxGridPoints: number): CheckedConfig {
  let document: ConfigText;
  try {
    document = parseText(yaml);
  } catch (error) {
    if (!(error instanceof ConfigSyntaxError)) throw error;
    return { problems: [syntaxProblem(error)], read: undefined };
  }
  const remarks = foreignKeys(document.texts).map(({ path, suggestion }) =>
    located(
      document,
      suggestion === undefined
        ? {
            severity: 'info',
            path,
            message: 'the coordinator does not read this key and passes it to the node and engine unchanged',
          }
        : { severity: 'warning', path, suggestion, message: `unknown key. Did you mean ${suggestion}?` },
    ),
  );
  try {
    const config = readWorkflowConfig(document, maxGridPoints);
    return { problems: remarks, read: { config, document } };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const faults = error.all.map(({ path, what, suggestion }) => {
      const message = suggestion === undefined ? what : `${what}. Did you mean ${suggestion}?`;
      return located(document, { severity: 'error', path, message, suggestion });
    });
    return { problems: [...faults, ...remarks], read: undefined };
  }
}

function syntaxProblem({ what, at }: ConfigSyntaxError): ConfigurationProblem {
  return {
    severity: 'error',
    message: what,
    path: null,
    line: at?.line ?? null,
    column: at?.column ?? null,
    end_line: at?.line ?? null,
    end_column: at === undefined ? null : at.column + 1,
    suggestion: null,
  };
}
