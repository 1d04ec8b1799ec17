import type { Value } from '../../../sw/contract/index.ts';
import type { Rgba } from '../../../sw/contract/rgba.ts';
import type { Extent } from '../../../sw/geometry/extent.ts';
import type { SpatialReference } from '../../../sw/geometry/spatial-reference.ts';
import type { GeometryKind } from '../../../sw/rows/manifest.ts';
import type { Field } from '../write/rows-to-write.ts';
import type { Loss } from './losses.ts';
import type { PlainStyle } from './plain-style.ts';

/** A map as it goes to another server, its data in one GeoPackage beside it. */
export interface ProjectMap {
  readonly title: string;
  readonly description: string;
  readonly reference: SpatialReference;
  readonly extent: Extent;
  readonly background?: Rgba;
  /** First on top, a group before its children. */
  readonly layers: readonly ProjectLayer[];
  /** Tables without shapes. */
  readonly tables: readonly ProjectTable[];
  readonly relations: readonly ProjectRelation[];
}

interface Named {
  /** Unique among layers and tables: letters, digits and underscores. */
  readonly id: string;
  readonly title: string;
  readonly losses: readonly Loss[];
}

export interface ProjectTable extends Named {
  /** In the GeoPackage. */
  readonly table: string;
  readonly fields: readonly Field[];
  readonly idField: string;
  /** In SQL; absent for all rows. */
  readonly where?: string;
}

export interface FeatureLayer extends ProjectTable, Shown {
  readonly kind: 'feature';
  readonly geometry: GeometryKind;
  readonly reference?: SpatialReference;
  readonly extent?: Extent;
  readonly style: PlainStyle;
  readonly drawing: Value<'FeatureLayerDrawingDescription'>;
  readonly hasLabels: boolean;
  readonly displayField?: string;
}

interface Shown {
  /** Id of the group; absent at the root. */
  readonly parent?: string;
  readonly isVisible: boolean;
  /** Denominators: farthest out, farthest in; 0 without limit. */
  readonly minScale: number;
  readonly maxScale: number;
}

export type ProjectLayer = FeatureLayer | (Named & Shown & { readonly kind: 'group' });

/** Rows of one table that belong to rows of another. */
export interface ProjectRelation {
  readonly name: string;
  /** The side that has the key once. */
  readonly parent: string;
  readonly parentField: string;
  readonly child: string;
  readonly childField: string;
}

export const isFeatureLayer = (layer: ProjectLayer): layer is FeatureLayer => layer.kind === 'feature';
