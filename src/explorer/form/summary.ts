/** A short text that identifies a value in a list. */
export function summaryOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value).slice(0, 60);
  const of = value as Record<string, unknown>;
  const text = [of.Name, of.Key, of.LayerID, of.ID, of.Label, of.StatisticFieldName, of.type].find(
    (one) => one !== undefined && one !== '',
  );
  if (of.type === 'PointN') return `${of.X}, ${of.Y}`;
  return text === undefined ? '' : String(text).slice(0, 60);
}
