#!/bin/sh
# strip-program.sh FOLDER: removes the files of a deployed program that none of its processes reads. Licences stay.
set -eu
cd "$1"
find . -type f \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.d.ts.map' -o -name '*.tsbuildinfo' -o -name 'tsconfig.json' \) -delete
find node_modules -type f \( -iname 'readme*' -o -iname 'changelog*' \) -delete
# Our own source maps stay, so that stack traces in the logs point to lines of the sources.
find node_modules -type f -name '*.map' ! -path '*/@almagest/*' -delete
# Only the Node build of pdf.js is loaded.
for pdfjs in node_modules/.pnpm/pdfjs-dist@*/node_modules/pdfjs-dist; do
  [ -d "$pdfjs" ] || continue
  rm -rf "$pdfjs/build" "$pdfjs/web" "$pdfjs/image_decoders" "$pdfjs/legacy/web" "$pdfjs/legacy/image_decoders"
  rm -f "$pdfjs"/legacy/build/*.min.mjs "$pdfjs"/legacy/build/pdf.sandbox.mjs
done
find . -type d -empty -delete
