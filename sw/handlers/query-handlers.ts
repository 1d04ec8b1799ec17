/** Handlers of queries, search and identify, which the worker loads on demand. */
export {
  QueryAttachmentData,
  QueryAttachmentData2,
  QueryAttachmentInfos,
  QueryAttachmentInfos2,
} from './query/query-attachments.ts';
export {
  QueryData,
  QueryDataStatistics,
  QueryFeatureCount,
  QueryFeatureCount2,
  QueryFeatureData,
  QueryFeatureData2,
  QueryFeatureIDs,
  QueryFeatureIDs2,
  QueryRowCount,
  QueryRowIDs,
} from './query/query-data.ts';
export { QueryHTMLPopups, QueryHTMLPopups2 } from './query/query-html-popups.ts';
export { QueryRasterValue, QueryRasterValue2 } from './query/query-raster-value.ts';
export { QueryRelatedRecords, QueryRelatedRecords2 } from './query/query-related-records.ts';
export { Find } from './search/find.ts';
export { Identify } from './search/identify.ts';
export { QueryHyperlinks } from './search/query-hyperlinks.ts';
