import type { ConfigurationProblem } from '@almagest/contracts/grid';
import { styleNonce } from '@almagest/ui/csp-nonce';
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, type Text } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { completeFrom, type Schema } from './schema-completion.ts';
import './yaml-editor.css';

export interface YamlEditorProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Problems of the validated text. `isChecked` is false while the text differs from it. */
  readonly problems: readonly ConfigurationProblem[];
  readonly isChecked: boolean;
  readonly schema: Schema | undefined;
  /** Receives a function that moves the cursor to a line. */
  readonly onReady: (goToLine: (line: number) => void) => void;
}

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.keyword], color: 'var(--good)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--text-muted)' },
]);

/** Edits YAML with error marks and schema completion. Tab moves the focus as usual. */
export function YamlEditor({ label, value, onChange, problems, isChecked, schema, onReady }: YamlEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const latest = useRef({ value, onChange, onReady });
  latest.current = { value, onChange, onReady };
  useEffect(() => {
    if (place.current === null) return undefined;
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          extensionsOf(label, schema),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(update.state.doc.toString());
          }),
        ],
      }),
    });
    editor.current = view;
    latest.current.onReady((line) => goToLine(view, line));
    return () => view.destroy();
  }, [label, schema]);
  useEffect(() => {
    const view = editor.current;
    if (view === undefined || view.state.doc.toString() === value) return;
    // Handles changes from outside, such as a copied configuration or a discarded draft. Undo reverts them.
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    const view = editor.current;
    if (view === undefined || !isChecked) return;
    view.dispatch(
      setDiagnostics(
        view.state,
        problems.flatMap((problem) => diagnosticOf(view.state.doc, problem)),
      ),
    );
  }, [problems, isChecked, schema]);
  return <div ref={place} className="yaml-editor" />;
}

/**
 * Replaces selected lines by a typed character. Chromium would merge the lines with inline styles, which the page's policy
 * blocks.
 */
const typeOverLines = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { doc, selection } = view.state;
    const { from, to } = selection.main;
    if (inputType !== 'insertText' || data === null || view.composing) return false;
    if (doc.lineAt(from).number === doc.lineAt(to).number) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

function extensionsOf(label: string, schema: Schema | undefined) {
  return [
    EditorView.cspNonce.of(styleNonce()),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
    EditorView.lineWrapping,
    lineNumbers(),
    typeOverLines,
    history(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    yaml(),
    syntaxHighlighting(COLOURS),
    lintGutter(),
    autocompletion(schema === undefined ? {} : { override: [completeFrom(schema)] }),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
  ];
}

function goToLine(view: EditorView, line: number): void {
  const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

/** Returns the editor mark of a problem. Problems without a position are only listed. */
function diagnosticOf(doc: Text, problem: ConfigurationProblem): Diagnostic[] {
  const { line, column, end_line: endLine, end_column: endColumn, severity, message, path } = problem;
  if (line === null || line > doc.lines) return [];
  const offset = (at: number, col: number) => {
    const found = doc.line(Math.min(at, doc.lines));
    return Math.min(found.from + Math.max(0, col - 1), found.to);
  };
  const from = offset(line, column ?? 1);
  const to = Math.max(from, offset(endLine ?? line, endColumn ?? column ?? 1));
  return [{ from, to, severity, message: path === null ? message : `${path}: ${message}` }];
}
