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
  /** On a small screen it is behind "more". */
  readonly isSecond?: true;
  /** Loads the page when it is first opened; only the map is there from the start. */
  readonly load?: () => Promise<ComponentType>;
  /** Of a page that the worker makes: its address, for the parameters of the page's own address. */
  readonly address?: (parameters?: ReadonlyMap<string, string>) => string;
}

/** What can be done with the map that is open, in its export menu. */
interface MapAction {
  readonly label: () => string;
  readonly icon: IconName;
  readonly run: () => void;
  /** Other places that offer it: the palette, the menu of a composed map, the card after publishing. */
  readonly alsoIn?: readonly ('palette' | 'composed' | 'published')[];
  /** Pressed with Ctrl or Cmd on the map page. */
  readonly key?: string;
}

/** What can be done with rows of a table that were found. */
interface RowAction {
  readonly label: () => string;
  /** The label where several tables are listed. */
  readonly labelOf: (table: string) => string;
  readonly icon: IconName;
  readonly run: (tableId: number, ids: readonly number[]) => void;
}

/** What can be done with the address of a file, beside fetching and publishing it. */
interface AddressAction {
  readonly label: () => string;
  readonly icon: IconName;
  readonly fits: (address: URL) => boolean;
  readonly run: (address: string) => void;
}

/** An operation that is sent as plain HTTP: of the portal, below `admin/`, or of an interface of the services. */
export interface HttpOperation {
  /** One sentence for people. */
  readonly doc: string;
  readonly group: string;
  /** `{x}` takes one segment, `{x+}` all that remain. */
  readonly path: string;
  readonly effect: 'read' | 'write';
  readonly allow: PortalRule | Right;
  readonly parameters: Parameters<Parameter<string>>;
  /** The only method; else GET and POST for what reads, and POST for what writes. */
  readonly method?: string | undefined;
  /** What it is answered in; none when it answers a file or what the parameters say. */
  readonly formats?: readonly string[] | undefined;
  /** Parameters that say which operation it is. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Of the REST interface: where it is. */
  readonly servers?: readonly string[] | undefined;
  /** Below `admin/`: parameters in the body as JSON, or in the query; with `bytes`, the `file` is the body. */
  readonly body?: 'json' | 'bytes' | undefined;
  /** It may answer a file instead of JSON. */
  readonly bytes?: true | undefined;
  /** A read that answers a list: the member that holds it and the member of each entry that is its path segment. */
  readonly list?: { readonly member: string; readonly id: string } | undefined;
}

/** Operations by their names in the explorer. */
export type HttpOperations = Readonly<Record<string, HttpOperation>>;

/** What is added to two parts of the explorer's list. */
export interface AddedOperations {
  readonly rest?: HttpOperations;
  readonly ogc?: HttpOperations;
}

/** A section of the management of a service. */
interface ManageSection {
  readonly title: () => string;
  /** Whether a service has it, by the manifests of its tables and rasters. */
  readonly fits: (manifests: readonly Partial<TableManifest | RasterManifest>[]) => boolean;
  readonly Section: ComponentType<{ service: string }>;
}

/**
 * What an extension adds to the page. All of it is loaded at the start, so a row has short labels in both languages, and components
 * of `lazyPart`, whose code and texts are loaded when they are shown.
 */
export interface Extension {
  readonly name: string;
  /** By the name in the page's address. */
  readonly pages?: Readonly<Record<string, PageRow>>;
  readonly mapActions?: readonly MapAction[];
  readonly rowActions?: readonly RowAction[];
  /** Notes in the bar over the map. */
  readonly mapNotes?: readonly ComponentType[];
  /** Components without a place of their own, rendered while a map is drawn. */
  readonly besideMap?: readonly ComponentType[];
  /** Sections of the publishing page, below the choice of files. */
  readonly publishSections?: readonly ComponentType[];
  readonly addressActions?: readonly AddressAction[];
  readonly manageSections?: readonly ManageSection[];
  /** Operations of the explorer, loaded with it. */
  readonly operations?: readonly (() => Promise<AddedOperations>)[];
}

let registered: readonly Extension[] = [];

/** Make these the extensions of the page, in the order in which their rows are shown. */
export function registerExtensions(extensions: readonly Extension[]): void {
  registered = extensions;
}

/** List what all extensions add of one kind; empty without extensions. */
export const added = <Kind extends Exclude<keyof Extension, 'name' | 'pages'>>(
  kind: Kind,
): readonly NonNullable<Extension[Kind]>[number][] =>
  registered.flatMap((extension): readonly NonNullable<Extension[Kind]>[number][] => extension[kind] ?? []);

/** The pages that extensions add, by their names. */
export const addedPages = (): Readonly<Record<string, PageRow>> =>
  Object.assign({}, ...registered.map(({ pages }) => pages));

/** Whether an extension is there, for another one that builds on it. */
export const hasExtension = (name: string): boolean => registered.some((extension) => extension.name === name);
