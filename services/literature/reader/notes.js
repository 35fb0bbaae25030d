import { addNote, changeNote, deleteNote, listNotes } from './api.js';
import { button, el, onSubmit, trying } from './dom.js';
import { COLORS, paint, passageOf } from './highlights.js';

/**
 * @import { NoteChange, NoteRecord } from '@almagest/contracts/literature'
 * @import { Color } from './highlights.js'
 */

/** The notes of a paper: beside their paragraphs, or at the end if their paragraph is gone. */
export class Notes {
  #bibcode;
  #blocks;
  /** @type {readonly NoteRecord[]} */
  #notes = [];
  /** The notes without a paragraph. */
  loose = el('section', { class: 'loose', hidden: true });

  /**
   * @param {string} bibcode
   * @param {ReadonlyMap<number, { text: HTMLElement, margin: HTMLElement }>} blocks
   */
  constructor(bibcode, blocks) {
    this.#bibcode = bibcode;
    this.#blocks = blocks;
    for (const [index, { margin }] of blocks) {
      margin.append(button('+', () => this.#write(index, 'yellow', ''), { class: 'add', 'aria-label': 'Add a note' }));
    }
  }

  async load() {
    this.#notes = await listNotes(this.#bibcode);
    this.#show();
  }

  /**
   * Saves the selection as a note with this colour.
   *
   * @param {Color} color
   */
  async highlight(color) {
    const selection = getSelection();
    if (selection === null || selection.rangeCount === 0) return;
    const index = this.#paragraphOf(selection.anchorNode);
    const paragraph = index === undefined ? undefined : this.#blocks.get(index)?.text;
    if (index === undefined || paragraph === undefined) return;
    const passage = passageOf(paragraph, selection.getRangeAt(0));
    if (passage === '') return;
    await this.#write(index, color, passage);
    selection.removeAllRanges();
  }

  /** Whether some text of the paper is selected. */
  get hasSelection() {
    const selection = getSelection();
    return selection !== null && !selection.isCollapsed && this.#paragraphOf(selection.anchorNode) !== undefined;
  }

  /** @param {Node | null} node */
  #paragraphOf(node) {
    return [...this.#blocks].find(([, { text }]) => text.contains(node))?.[0];
  }

  /**
   * @param {number} index
   * @param {Color} color
   * @param {string} passage
   */
  async #write(index, color, passage) {
    const note = await addNote({
      bibcode: this.#bibcode,
      paragraph_index: index,
      note_text: '',
      highlight_color: color,
      selected_text: passage,
    });
    await this.load();
    document.getElementById(`note-${note.id}`)?.querySelector('textarea')?.focus();
  }

  #show() {
    for (const [index, { margin }] of this.#blocks) {
      for (const card of margin.querySelectorAll('.note')) card.remove();
      margin.prepend(...this.#notes.filter((note) => note.paragraph_index === index).map((note) => this.#card(note)));
    }
    const loose = this.#notes.filter((note) => !this.#blocks.has(note.paragraph_index));
    this.loose.hidden = loose.length === 0;
    this.loose.replaceChildren(
      el('h2', {}, 'Notes whose place is lost'),
      el('p', { class: 'hint' }, 'Nothing in the text tells where they belong, or two places are equally good.'),
      ...loose.map((note) => this.#card(note)),
    );
    paint(this.#notes, (index) => this.#blocks.get(index)?.text);
  }

  /** @param {NoteRecord} note */
  #card(note) {
    const { id, highlight_color: color, selected_text: passage, note_text: text, anchor } = note;
    // The paragraph of a lost note is shown nowhere else.
    const quote = passage === '' && anchor === 'lost' ? note.paragraph_text : passage;
    const words = el('textarea', { name: 'note_text', rows: 2, 'aria-label': 'Note', maxlength: 100_000 });
    words.value = text;
    const form = el('form', {}, words, el('button', { type: 'submit' }, 'Save'));
    onSubmit(form, () => this.#change({ id, note_text: words.value }));
    // Saved also when the user clicks elsewhere.
    words.addEventListener('change', () => void trying(() => this.#change({ id, note_text: words.value })));
    const forget = async () => {
      await deleteNote(id);
      await this.load();
    };
    return el(
      'aside',
      { class: `note ${color}`, id: `note-${id}` },
      anchor === 'moved' &&
        el(
          'p',
          { class: 'anchor', title: `It was written on: ${note.paragraph_text}` },
          'Moved: this text has changed.',
        ),
      anchor === 'lost' && el('p', { class: 'anchor' }, 'Lost: it was written on'),
      quote !== '' && el('blockquote', {}, quote),
      form,
      el(
        'div',
        { class: 'row' },
        COLORS.map((other) =>
          button('', () => this.#change({ id, highlight_color: other }), {
            class: `swatch ${other}`,
            'aria-label': other,
            'aria-pressed': String(other === color),
          }),
        ),
        button('Delete', forget),
      ),
    );
  }

  /** @param {NoteChange} change */
  async #change(change) {
    const changed = await changeNote(change);
    this.#notes = this.#notes.map((note) => (note.id === changed.id ? changed : note));
    this.#show();
  }
}
