import type { ComponentChildren } from 'preact';
import { ScrollRegion } from '../parts/scroll-region.tsx';
import { publishText as t } from './text/publish-text.ts';

/** A table with a row for each field: name, alias, type, and one more column. */
export const FieldsTable = (props: { of: string; last: string; children: ComponentChildren }) => (
  <ScrollRegion kind="table-scroll field-table" name={t.fields.of(props.of)}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t.fields.name}</th>
          <th scope="col">{t.fields.alias}</th>
          <th scope="col">{t.fields.type}</th>
          <th scope="col">{props.last}</th>
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  </ScrollRegion>
);
