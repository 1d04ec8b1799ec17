export function zipResponse(file: Blob, name: string): Response {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '_')}"`,
    'cache-control': 'no-store',
  };
  return new Response(file, { headers });
}
