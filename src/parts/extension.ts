import type { ComponentType } from 'preact';
import type { Parameter, Parameters } from '../../sw/contract/parameter.ts';
import type { Right } from '../../sw/contract/routes.ts';
import type { PortalRule } from '../../sw/portal/contract/index.ts';
import type { TableManifest } from '../../sw/rows/manifest.ts';
import type { RasterManifest } from '../../sw/service/definition.ts';
import type { IconName } from './icon.tsx';

/** A page of the rail. */
export interface PageRow {
  readonly icon: IconName;
  readonly name: () => string;
  /** Second key of the shortcut `g …`. */
  readonly key: string;
  /** On a small screen, the page is in the menu "more". */
  readonly isSecond?: true;
  /** Loads the page when it is first opened. Only the map is loaded from the start. */
  readonly load?: () => Promise<ComponentType>;
  /** Returns the URL of a page made by the worker, from the parameters of the current URL. */
  readonly address?: (parameters?: ReadonlyMap<string, string>) => string;
}

/** Action on the open map, in its export menu. */
interface MapAction {
  readonly label: () => string;
  readonly icon: IconName;
  readonly run: () => void;
  /** Other places with the action: the palette, the menu of a composed map, the card after publishing. */
  readonly alsoIn?: readonly ('palette' | 'composed' | 'published')[];
  /** Shortcut on the map page, with Ctrl or Cmd. */
  readonly key?: string;
}

/** Action on the rows of a table that a query found. */
interface RowAction {
  readonly label: () => string;
  /** The label if several tables are listed. */
  readonly getLabel: (table: string) => string;
  readonly icon: IconName;
  readonly run: (tableId: number, ids: readonly number[]) => void;
}

/** Action on the URL of a file, in addition to fetching and publishing it. */
interface AddressAction {
  readonly label: () => string;
  readonly icon: IconName;
  readonly fits: (address: URL) => boolean;
  readonly run: (address: string) => void;
}

/** An HTTP operation: of the portal, below `admin/`, or of an API of the services. */
export interface HttpOperation {
  /** One sentence for users. */
  readonly doc: string;
  readonly group: string;
  /** `{x}` matches one segment, `{x+}` all remaining ones. */
  readonly path: string;
  readonly effect: 'read' | 'write';
  readonly allow: PortalRule | Right;
  readonly parameters: Parameters<Parameter<string>>;
  /** The only method. By default, reads accept GET and POST, and writes accept POST. */
  readonly method?: string | undefined;
  /** Response formats; undefined if the operation returns a file or the parameters define the format. */
  readonly formats?: readonly string[] | undefined;
  /** Query parameters that identify the operation. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Service types of a REST operation, such as `MapServer`; undefined for operations of the catalogue. */
  readonly servers?: readonly string[] | undefined;
  /**
   * Operations below `admin/`: the body has the parameters as JSON, or the `file` as bytes. By default the parameters
   * are in the query.
   */
  readonly body?: 'json' | 'bytes' | undefined;
  /** The response may be a file instead of JSON. */
  readonly bytes?: true | undefined;
  /** Reads that return a list: the property with the list, and the property of each entry with its path segment. */
  readonly list?: { readonly member: string; readonly id: string } | undefined;
}

/** Operations by their names in the explorer. */
export type HttpOperations = Readonly<Record<string, HttpOperation>>;

/** Operations added to two sections of the explorer. */
export interface AddedOperations {
  readonly rest?: HttpOperations;
  readonly ogc?: HttpOperations;
}

/** A section of a service's management page. */
interface ManageSection {
  readonly title: () => string;
  /** Whether a service needs the section, given the manifests of its tables and rasters. */
  readonly fits: (manifests: readonly Partial<TableManifest | RasterManifest>[]) => boolean;
  readonly Section: ComponentType<{ service: string }>;
}

/**
 * Additions of an extension to the page. They are loaded at the start, so labels are short, in both languages.
 * Components use `lazyPart`, which loads their code and texts when they are shown.
 */
export interface Extension {
  readonly name: string;
  /** By the page name in the URL. */
  readonly pages?: Readonly<Record<string, PageRow>>;
  readonly mapActions?: readonly MapAction[];
  readonly rowActions?: readonly RowAction[];
  /** Notes in the bar over the map. */
  readonly mapNotes?: readonly ComponentType[];
  /** Components outside the layout, rendered while a map is shown. */
  readonly besideMap?: readonly ComponentType[];
  /** Sections of the publishing page, below the choice of files. */
  readonly publishSections?: readonly ComponentType[];
  readonly addressActions?: readonly AddressAction[];
  readonly manageSections?: readonly ManageSection[];
  /** Operations of the explorer, loaded with it. */
  readonly operations?: readonly (() => Promise<AddedOperations>)[];
}

let registered: readonly Extension[] = [];

/** Set the extensions of the page, in the order in which their additions are shown. */
export function registerExtensions(extensions: readonly Extension[]): void {
  registered = extensions;
}

/** List all additions of a kind; empty if there are none. */
export const listAdded = <Kind extends Exclude<keyof Extension, 'name' | 'pages'>>(
  kind: Kind,
): readonly NonNullable<Extension[Kind]>[number][] =>
  registered.flatMap((extension): readonly NonNullable<Extension[Kind]>[number][] => extension[kind] ?? []);

/** Return the pages that extensions add, by their names. */
export const listAddedPages = (): Readonly<Record<string, PageRow>> =>
  Object.assign({}, ...registered.map(({ pages }) => pages));

/** Check whether an extension is registered, for another one that depends on it. */
export const hasExtension = (name: string): boolean => registered.some((extension) => extension.name === name);
