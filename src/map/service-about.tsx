import { formatCopyright } from '../../sw/service/copyright.ts';
import { serviceUrl } from '../connection/call.ts';
import { CopyField } from '../parts/copy-field.tsx';
import { envelopeToExtent, referenceName } from '../state/references.ts';
import { currentService, type MapInfo } from '../state/services.ts';
import { formatNumber } from '../text/format.ts';
import { text } from '../text/text.ts';

export function ServiceAbout({ info, serviceKey }: { info: MapInfo; serviceKey: string }) {
  const url = serviceUrl(serviceKey);
  const service = currentService.value;
  const extent = envelopeToExtent(info.FullExtent);
  const listed = service?.credits ?? [];
  const isSaid = info.CopyrightText === '' || info.CopyrightText === formatCopyright(listed);
  const credits = isSaid ? listed : [...listed, info.CopyrightText];
  return (
    <div class="about">
      <p>{info.Description || service?.description || text.about.noDescription}</p>
      <CopyField name={text.about.soap} value={url} />
      <CopyField name={text.about.wsdl} value={`${url}?wsdl`} />
      <a href={url} target="_blank" rel="noreferrer">
        {text.about.page}
      </a>
      <dl>
        <dt>{text.about.map}</dt>
        <dd>{info.Name}</dd>
        <dt>{text.about.reference}</dt>
        <dd>{referenceName(info.SpatialReference)}</dd>
        <dt>{text.about.units}</dt>
        <dd>
          {info.Units.replace(/^gis/, '')
            .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
            .toLowerCase()}
        </dd>
        {extent && (
          <>
            <dt>{text.about.extent}</dt>
            <dd>{extent.map((coordinate) => formatNumber(Number(coordinate.toPrecision(7)))).join(', ')}</dd>
          </>
        )}
      </dl>
      {credits.length > 0 && (
        <section>
          <h3>{text.about.credits}</h3>
          <ul>
            {credits.map((credit) => (
              <li key={credit}>{credit}</li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
