import type { ComponentChildren } from 'preact';
import { ScrollRegion } from './scroll-region.tsx';

/** A table with a heading for each column; cells of numbers are set to the right. */
export function FactTable(props: {
  name: string;
  heads: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
  caption?: string;
}) {
  const { name, heads, rows, caption } = props;
  return (
    <ScrollRegion kind="table-scroll" name={name}>
      <table>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, at) => (
                <td key={at} data-number={typeof cell === 'number' ? '' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
