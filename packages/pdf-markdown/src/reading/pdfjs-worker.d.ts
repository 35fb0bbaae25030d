/** The half of pdfjs that parses comes without types. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs' {
  export const WorkerMessageHandler: {
    /** Serves whoever sends messages through this port. */
    initializeFromPort(port: object): void;
  };
}
