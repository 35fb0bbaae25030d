/** Formats the details of an event as text. A change `{from, to}` becomes `from → to`. */
export function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return String(detail);
  if (Array.isArray(detail)) return detail.map(detailText).join(', ');
  const fields = Object.entries(detail);
  if (fields.length === 2 && 'from' in detail && 'to' in detail)
    return `${detailText(detail.from)} → ${detailText(detail.to)}`;
  return fields.map(([name, value]) => `${name}: ${detailText(value)}`).join(', ');
}
