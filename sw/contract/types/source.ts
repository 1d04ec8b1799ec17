import type { TypeRows } from '../rows.ts';

/** Sources of layers that a request defines. Fields are in wire order. */
export const sourceTypes = {
  MapServerSourceDescription: {
    doc: 'Where a layer that only the request defines takes its data from.',
    abstract: true,
    fields: {},
  },
  DataSourceDescription: {
    doc: 'A source in a registered workspace.',
    base: 'MapServerSourceDescription',
    fields: {
      WorkspaceID: 'string',
    },
  },
  TableDataSourceDescription: {
    doc: 'A table or feature class of a registered workspace, in one of its versions.',
    base: 'DataSourceDescription',
    fields: {
      TableName: 'string',
      VersionName: 'string',
    },
  },
  RasterDataSourceDescription: {
    doc: 'A raster of a registered workspace, for drawing only.',
    base: 'DataSourceDescription',
    fields: {
      RasterName: 'string',
    },
  },
  MapTableSourceDescription: {
    doc: 'A published layer or table, taken again as the source of another layer.',
    base: 'MapServerSourceDescription',
    fields: {
      MapTableID: 'int',
      VersionName: 'string?',
    },
  },
  JoinTableSourceDescription: {
    doc: 'Two sources joined where their keys are equal; shapes come from the left one.',
    base: 'MapServerSourceDescription',
    fields: {
      LeftSourceDescription: 'MapServerSourceDescription',
      RightSourceDescription: 'MapServerSourceDescription',
      LeftTableKey: 'string',
      RightTableKey: 'string',
      JoinType: 'gisJoinType?',
    },
  },
} as const satisfies TypeRows;
