import type { FaultCode } from '../../../sw/contract/index.ts';
import type { Diagnostic } from '../../../sw/formats/reading/diagnostic.ts';
import type { PartTexts, SourceFile } from '../../../sw/formats/reading/source-table.ts';
import type { MapTiles } from '../../../sw/formats/tiles/tile-pyramid.ts';
import type { AttachedSummary } from './attachments/match-files.ts';
import type { SourceSummary } from './describe-sources.ts';
import type { JoinMatch } from './joins/match-join.ts';
import type { PossibleJoin } from './joins/possible-joins.ts';
import type { JoinChoice, PackageChoices } from './package-choices.ts';
import type { ReferenceTables } from './recognise-sources.ts';
import type { ChosenLocations, UnreadFile } from './sources.ts';

interface LocateOptions {
  readonly partTexts: PartTexts;
  /** As a person chose. */
  readonly locations: ChosenLocations;
}

/** From the page to the publisher's worker, which does one job at a time and is ended to stop it. */
export type PublisherMessage =
  | ({ readonly type: 'read'; readonly files: readonly SourceFile[] } & LocateOptions)
  /** The rows of one table are located by other columns. */
  | ({ readonly type: 'locate'; readonly origin: string } & LocateOptions)
  /** What was read gets the numbers of its coordinate systems. The publisher does not fetch, so that the page hands it the tables. */
  | { readonly type: 'recognise'; readonly tables: ReferenceTables }
  /** What a join by two columns would give. */
  | { readonly type: 'match'; readonly join: JoinChoice; readonly layers: PackageChoices['layers'] }
  | { readonly type: 'make'; readonly choices: PackageChoices }
  /** A package that was read is published under another name. */
  | { readonly type: 'rename'; readonly name: string; readonly folder?: string; readonly mayReplaceFilters: boolean };

export type PublishStage = 'reading' | 'building' | 'packing' | 'sending';

/** What files turned out to be: layers to be, or a whole service that was exported before. */
export type ReadOutcome =
  | {
      readonly type: 'layers';
      readonly layers: readonly SourceSummary[];
      /** Absent when there are only files with data. */
      readonly attached?: AttachedSummary;
      readonly unread: readonly UnreadFile[];
      readonly joins: readonly PossibleJoin[];
    }
  | {
      readonly type: 'package';
      readonly name: string;
      readonly folder?: string;
      readonly title: string;
      readonly layerNames: readonly string[];
      /** Names of layers and tables with a filter that clients may replace. */
      readonly replaceableFilters: readonly string[];
      /** Null where nobody has counted them. */
      readonly rowCount: number | null;
    };

export type WorkerMessage =
  | { readonly type: 'progress'; readonly stage: PublishStage; readonly share: number }
  | { readonly type: 'read'; readonly outcome: ReadOutcome }
  | { readonly type: 'matched'; readonly match: JoinMatch | undefined }
  | {
      readonly type: 'made';
      readonly name: string;
      readonly package: Blob;
      readonly dropped: readonly string[];
      readonly tiles?: MapTiles;
    }
  /** A diagnostic of a reader, or an English message from elsewhere. */
  | { readonly type: 'failed'; readonly code: FaultCode; readonly message: Diagnostic | string };
