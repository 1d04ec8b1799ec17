import { expect, test } from 'vitest';
import { readCondition } from '../../../../sw/rows/where/bind.ts';
import { field } from '../../rows/made-table.ts';
import { ask } from './ask-sample.ts';

const label =
  `ALL AND ANY AS ASC BETWEEN BY CASE CAST CHAR COUNT CURRENT_DATE DATE DAY DESC DISTINCT ELSE END ESCAPE EXISTS EXTRACT FALSE FROM
  GROUP HAVING HOUR IN INTERVAL IS JOIN LEFT LEVEL LIKE LIMIT MONTH N NOT NULL ON OR ORDER POSITION RIGHT SECOND SELECT SET SIZE TABLE
  THEN TIME TIMESTAMP TO TRUE TYPE UNION UPPER USER VALUE WHEN WHERE YEAR`.split(/\s+/);

test('a field whose name must be quoted has one of the keywords that clients are told', async () => {
  const xml = await ask('GetSQLSyntaxInfo', '<MapName>Related</MapName><LayerID>1</LayerID>');
  const [, list] = /<Keywords [^>]*>(.*?)<\/Keywords>/.exec(xml)!;
  const keywords = [...list!.matchAll(/>([^<]+)</g)].map(([, word]) => word);
  const isField = (text: string) => {
    try {
      const condition = readCondition(`${text} = 2`, fields, 'here');
      return condition?.kind === 'compare' && condition.left.kind === 'column';
    } catch {
      return false;
    }
  };
  const fields = label.map((word) => field(word, 'gisFieldTypeInteger'));
  expect(label.filter((word) => !isField(`"${word}"`))).toEqual([]);
  expect(label.filter((word) => !isField(word) && !keywords.includes(word))).toEqual([]);
  expect(keywords).toContain('SELECT');
});
