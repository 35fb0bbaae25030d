import type { HighlightColor } from '@almagest/contracts/literature';
import { useMessages } from '@almagest/ui/messages';
import { noteMessages } from './messages.ts';
import { COLORS } from './queries.ts';

interface ColorSwatchesProps {
  /** The current colour of a note. Without it, the buttons are not toggles. */
  readonly chosen?: HighlightColor;
  readonly onChoose: (color: HighlightColor) => void;
}

export function ColorSwatches({ chosen, onChoose }: ColorSwatchesProps) {
  const t = useMessages(noteMessages);
  return COLORS.map((color) => (
    <button
      key={color}
      type="button"
      className={`swatch ${color}`}
      aria-label={t[color]}
      title={t[color]}
      aria-pressed={chosen === undefined ? undefined : color === chosen}
      onClick={() => onChoose(color)}
    />
  ));
}
