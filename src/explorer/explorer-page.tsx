import '../style/cards.css';
import './explorer.css';
import { type OperationName, operations } from '../../sw/contract/index.ts';
import { Icon } from '../parts/icon.tsx';
import { changeRoute, route } from '../state/route.ts';
import { MapOperation } from './map-operation.tsx';
import { OperationList } from './operation-list.tsx';
import { PortalOperation } from './portal/portal-operation.tsx';
import { isHttpOperation } from './portal/portal-request.ts';
import { explorerText as t } from './text/explorer-text.ts';

const firstOperation: OperationName = 'ExportMapImage';
const isMapOperation = (name: string | undefined): name is OperationName =>
  name !== undefined && Object.hasOwn(operations, name);

export function ExplorerPage() {
  const named = route.value.get('operation');
  const chosen = isMapOperation(named) || isHttpOperation(named) ? named : undefined;
  const shown = chosen ?? firstOperation;
  return (
    <main class="page explorer" id="main" tabIndex={-1} data-chosen={chosen ? '' : undefined}>
      <OperationList current={shown} />
      <div class="explorer-main" key={shown}>
        <button
          type="button"
          class="button quiet small only-narrow"
          onClick={() => changeRoute({ operation: undefined })}
        >
          <Icon name="chevron-left" size={15} />
          {t.allOperations}
        </button>
        {isHttpOperation(shown) ? <PortalOperation operation={shown} /> : <MapOperation operation={shown} />}
      </div>
    </main>
  );
}
