// Written by `npm run docs` with openapi-typescript from the document beside it. Change neither by hand.
export interface paths {
  '/healthz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Checks that the process is running. */
    get: operations['readHealth'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/readyz': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Checks that the database is reachable and its schema is up to date. */
    get: operations['readReadiness'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns metrics as Prometheus text. */
    get: operations['readMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/openapi.json': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns this document. */
    get: operations['readOpenApi'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/docs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns this document as a web page. */
    get: operations['readDocs'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Searches the sources concurrently. X-Source-Errors names a source that failed while the other answered. */
    get: operations['searchPapers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Exports BibTeX from the catalog, or built from the records of preprints that the catalog does not know. X-Missing-Bibcodes lists the unknown bibcodes. */
    post: operations['exportBibtex'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the library, or a page of it. */
    get: operations['listLibrary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/download': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Downloads the full text. pdf_error and html_error say what failed. An unknown paper is looked up at the sources. */
    post: operations['downloadPaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/upload': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Uploads a full text. Challenge, login and abstract pages are refused. */
    post: operations['uploadPaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/no_resource': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Marks a paper as having no usable full text, or removes the mark. */
    post: operations['markNoResource'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/parse': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Parses the full text to Markdown. */
    post: operations['parsePaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a paper with its Markdown and its translation. */
    get: operations['readPaper'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/figures/{bibcode}/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a figure from the Markdown. */
    get: operations['readFigure'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/citations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the papers that a paper cites and that cite it. X-Source-Errors says if a part is missing. */
    get: operations['readCitations'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/active_bibcode': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the paper that the user is viewing. */
    get: operations['readActivePaper'];
    put?: never;
    /** Sets the paper that the user is viewing. */
    post: operations['setActivePaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the reader. */
    get: operations['readReader'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/read/{bibcode}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the reader at a paper. This is the permanent address of a paper, which feeds and exports contain. `#note-{id}` links to a note. */
    get: operations['showPaper'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/batches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the reader at synchronisations and batches, for links to its old page. */
    get: operations['showBatches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/reader/{file}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a script, style sheet, font or icon of the reader. Its name changes with its content. */
    get: operations['readReaderFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/app': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the reader, for links to its old address. */
    get: operations['showReaderApp'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/page': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a paper as HTML, paragraph by paragraph, with its translation. */
    get: operations['renderPaper'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/outline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the blocks of a paper without their texts: headings, figures, tables, equations and references. */
    get: operations['readOutline'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/blocks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a range of a paper's blocks as HTML, each with its translation. */
    get: operations['readBlocks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/locate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finds words that were selected in a paper's PDF in its text. */
    post: operations['locatePassage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the notes of a paper in the order of its paragraphs. */
    get: operations['listNotes'];
    put?: never;
    /** Adds a note to a paragraph. */
    post: operations['addNote'];
    /** Removes a note. */
    delete: operations['deleteNote'];
    options?: never;
    head?: never;
    /** Changes the text or the colour of a note. */
    patch: operations['changeNote'];
    trace?: never;
  };
  '/api/library/notes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the notes and highlights of all papers of the library, latest first. */
    get: operations['listLibraryNotes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/notes/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restores a note that was deleted in the last 30 days, and looks for its place. */
    post: operations['restoreNote'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/meta/count': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counts the papers that match a query. */
    get: operations['countMatches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/meta/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds the papers that match a query to the library, in the background. */
    post: operations['runMetaSync'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/meta/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the progress of the metadata synchronisation. */
    get: operations['readMetaSync'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/asset/run': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Downloads, parses or translates papers of the library, in the background. */
    post: operations['runAssetBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/asset/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Stops the batch after the current step. */
    post: operations['stopAssetBatch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/asset/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the progress of the batch. */
    get: operations['readAssetBatch'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Streams both statuses as Server-Sent Events whenever they change. */
    get: operations['streamBatches'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/queries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the saved queries, most recent run first. */
    get: operations['listQueries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/sync/queries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a saved query. */
    delete: operations['deleteQuery'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/target/query': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns position and basic data of an object by any of its names. */
    get: operations['queryTarget'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/target/associate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Links an object to a paper. Repeating the call changes nothing. */
    post: operations['associateTarget'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/target/extract': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Finds designations in a text, or in a parsed paper without its bibliography, most frequent first. X-Source-Errors says if names could not be resolved. */
    post: operations['extractTargets'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/target/list': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the objects that are linked to papers, in the order in which they were first linked. */
    get: operations['listTargets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/agent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Asks the agent, and streams its work as Server-Sent Events. X-Session-Id names the session. With the header Last-Event-ID, asks no question and streams the session’s events after that one. */
    post: operations['chatWithAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the sessions, most recently used first. */
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns a session with all its messages. */
    get: operations['readSession'];
    put?: never;
    post?: never;
    /** Deletes a session. A running session is stopped. */
    delete: operations['deleteSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}/stop': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Ends a session that is running or waiting for an answer. */
    post: operations['stopSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}/audit': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists every tool call of a session, in order. */
    get: operations['readAudit'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns totals over all sessions of the agent. */
    get: operations['readAgentMetrics'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/questions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the open questions of sessions, oldest first. */
    get: operations['listQuestions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/answer': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answers a question. The session continues when no questions are open. */
    post: operations['answerQuestion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}/steps': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns everything that happened in a session, in order, up to an event of its stream. The stream continues from there. */
    get: operations['readSteps'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}/permissions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Allows a call that waits for permission, and all later calls of its tool in the session. */
    post: operations['allowForSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/sessions/{id}/permissions/{tool}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Revokes a tool that was allowed for the whole session. */
    delete: operations['forbidForSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/translate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Translates a parsed paper block by block and returns the translation when it is complete. With force, translates it again. */
    post: operations['translatePaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/translate/progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the progress of a running translation. If none is running, both numbers are 0. */
    get: operations['translationProgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/translate/passage': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Translates selected words with the glossary of papers. Formulas are TeX between dollar signs. */
    post: operations['translatePassage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/rag': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answers a question from passages of the library, and cites the papers. */
    post: operations['askLibrary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/answers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the questions and their answers, newest first. */
    get: operations['listAnswers'];
    put?: never;
    /** Answers a question from passages of one paper, a collection or the library, as a stream of Server-Sent Events. Each citation names the paper, the paragraph and the sentence. The model stops when the caller disconnects. */
    post: operations['askPapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/answers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a question with its answer. */
    delete: operations['deleteAnswer'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/chat/figure': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Answers a question about a figure from its image, its caption and the passages that refer to it. */
    post: operations['askFigure'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/import': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Imports the file of a reference manager: BibTeX, RIS, CSL-JSON or YAML, RDF, JSON or CSV of Zotero, EndNote, every export of ADS, PubMed (MEDLINE), Web of Science, RefWorks, Paperpile, tables (CSV) of Scopus, Google Scholar and others, feeds, and answers of INSPIRE, OpenAlex and Semantic Scholar. The report has a line for each entry. A second import of the same file changes nothing. */
    post: operations['importLibrary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/import/progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns how many entries of a running import are stored. */
    get: operations['importProgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Exports papers with their tags, collections and notes, or as a formatted bibliography. BibTeX is the catalog’s own where it knows the paper and its key is configured. Markdown has the notes and highlights, with links to their paragraphs. */
    get: operations['exportLibrary'];
    put?: never;
    /** Exports any number of named papers in the same formats. */
    post: operations['exportSelection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds a paper to the library: by a bibcode, DOI, preprint identifier or any address of it, which is looked up at the sources; by a description; or by its PDF, which is recognised by its printed identifier. */
    post: operations['addPaper'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the stored PDF or HTML of a paper, with ranges: the chosen file, or another file by `file`. Its content cannot run or load anything. */
    get: operations['readPaperFile'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers/files': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists all files of a paper, latest first, including those in the trash. */
    get: operations['listPaperFiles'];
    put?: never;
    /** Adds a file to a paper and keeps its existing files: a file from the user, or a version from the preprint server. It becomes the chosen file only if it is the first of its type. */
    post: operations['addPaperFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers/files/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Moves a file to the trash, where it stays for 30 days. The chosen file cannot be moved. */
    delete: operations['trashPaperFile'];
    options?: never;
    head?: never;
    /** Chooses a file, or changes its description. The text of a newly chosen file is shown after its next parse, which looks for the notes in it. Notes are found again when their own file is chosen again. */
    patch: operations['changePaperFile'];
    trace?: never;
  };
  '/api/papers/files/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restores a file from the trash. */
    post: operations['restorePaperFile'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/search': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Searches records, texts, translations and notes of the library. All words must occur in one place: a record, a passage, a block of a translation, or a note. "Phrases", prefix* and -excluded words are supported. Accents, apostrophes and forms of words are ignored. An identifier finds its paper. */
    get: operations['searchLibrary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/collections': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists all collections, parents first, by name. */
    get: operations['listCollections'];
    put?: never;
    /** Creates a collection, at the top level or in another collection. If the name exists there, returns the existing collection unchanged. */
    post: operations['createCollection'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/collections/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a collection and its subcollections. Their papers stay in the library. */
    delete: operations['deleteCollection'];
    options?: never;
    head?: never;
    /** Renames a collection, or moves it with its contents. parent_id null moves it to the top level. */
    patch: operations['changeCollection'];
    trace?: never;
  };
  '/api/collections/{id}/papers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Adds papers to a collection, removes papers from it, or both, in one transaction. */
    post: operations['changeCollectionPapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/tags': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the tags of the papers in the library by name, with the number of papers of each. */
    get: operations['listTags'];
    put?: never;
    /** Adds tags to papers, removes tags from them, or both, in one transaction. */
    post: operations['changePaperTags'];
    /** Removes a tag from all papers. */
    delete: operations['deleteTag'];
    options?: never;
    head?: never;
    /** Renames a tag on all papers. If the new name exists, the tags are merged. */
    patch: operations['renameTag'];
    trace?: never;
  };
  '/api/library/papers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the library or its trash, one page per call, with tags, collections, reading state and star, in any order and with any conditions. Papers that are added or removed meanwhile do not cause repeated or missing papers. */
    get: operations['listPapers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/codes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the bibcodes of all matching papers of the library or its trash, in order. The list does not change while a client reads it. */
    get: operations['listCodes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/marks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Sets the reading state of papers, their star, or both, and adds the papers to the library. */
    post: operations['markPapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/trash': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Moves papers to the trash with their files, notes, tags and collections. They are deleted after 30 days. */
    post: operations['trashPapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restores papers from the trash unchanged. */
    post: operations['restorePapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers/citations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the papers that a paper cites, or that cite it, with titles, authors and library state, one page per call. X-Source-Errors says why some have only a code. */
    get: operations['listCitedPapers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/papers/citations/contexts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the sentences in which a parsed paper cites others, or in which the newest 200 parsed papers of the library cite it. With `other`, lists only citations between the two. The sources are not queried. */
    get: operations['listCitationContexts'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/citation-graph': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns which papers of the library cite each other, based on references in their texts or fetched from the catalog. The sources are not queried. */
    get: operations['readCitationGraph'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the alerts by name. */
    get: operations['listAlerts'];
    put?: never;
    /** Creates an alert, which runs a query on a schedule. Papers of the first check count as known, and papers that later checks add are new. If there is already an alert with the same query and source, returns it unchanged. */
    post: operations['createAlert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes an alert with its results. It can be restored for 30 days. Papers in the library stay. */
    delete: operations['deleteAlert'];
    options?: never;
    head?: never;
    /** Renames an alert, or changes its schedule. */
    patch: operations['changeAlert'];
    trace?: never;
  };
  '/api/alerts/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Restores a deleted alert with its results, their seen marks and its feed. This is possible until an alert with the same query is created. */
    post: operations['restoreAlert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts/{id}/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Requests a check in the background. `is_checking` shows when it has finished. */
    post: operations['checkAlert'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts/{id}/papers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the papers that an alert has found since it was created, latest first. */
    get: operations['listAlertPapers'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts/{id}/seen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Marks papers of an alert as seen: these, those found until a time, or all. */
    post: operations['markAlertSeen'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/alerts/{id}/feed': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Creates an address of the alert’s Atom feed. Anyone with the address can read the feed without a token, and nothing else. The address is shown only once. The previous address stops working. */
    post: operations['createAlertFeed'];
    /** Revokes the address of the feed. */
    delete: operations['deleteAlertFeed'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/feeds/alert': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns the Atom feed of an alert with its last hundred papers. The key is part of its address. */
    get: operations['readAlertFeed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/duplicates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists pairs of papers of the library that may be the same, except pairs that the user keeps separate. */
    get: operations['listDuplicates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/duplicates/apart': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Keeps papers separate. They are no longer listed as duplicates, and no record of a source merges them. */
    post: operations['keepApart'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/merges': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the merges that can be undone, latest first. */
    get: operations['listMerges'];
    put?: never;
    /** Merges papers into one, which gets their codes, notes, tags, collections, targets, and the files that it does not have. This can be undone for 30 days. */
    post: operations['mergePapers'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/merges/{id}/undo': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /** Undoes a merge and restores both papers. Later changes and notes stay with the remaining paper. */
    post: operations['undoMerge'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/searches': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Lists the saved searches of the library in order, each with the number of matching papers. */
    get: operations['listSearches'];
    put?: never;
    /** Saves a search of the library at the end of the list. A search with the same name is replaced and keeps its position. */
    post: operations['saveSearch'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/library/searches/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /** Deletes a saved search. Its papers stay. */
    delete: operations['deleteSearch'];
    options?: never;
    head?: never;
    /** Renames a saved search, changes its conditions, or moves it in the list. */
    patch: operations['changeSearch'];
    trace?: never;
  };
  '/api/paper/ocr': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns whether the service can recognise the text of scanned PDFs (OCR), and in which languages. */
    get: operations['readRecognitionOffer'];
    put?: never;
    /** Recognises the text of a scanned PDF (OCR) and stores it like a parse, marked as recognised. Takes a few seconds per page. Stops when the caller disconnects, and resumes at the same page in the next request. */
    post: operations['recogniseText'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/paper/ocr/progress': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Returns how many pages of a running text recognition are done. */
    get: operations['recognitionProgress'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    ActivePaper: {
      bibcode: string | null;
    };
    AddedPaper: {
      /**
       * @description added: it is new in the library; known: it was already there, and a file of the request was added to it; to_confirm: the match of the PDF is uncertain, and nothing was stored.
       * @enum {string}
       */
      status: 'added' | 'known' | 'to_confirm';
      paper: components['schemas']['StandardPaper'] | null;
      printed: {
        identifiers: string[];
        title: string;
      } | null;
      candidates: components['schemas']['StandardPaper'][];
    };
    AgentMetrics: {
      total_sessions: number;
      total_tool_calls: number;
      tool_call_breakdown: {
        [key: string]: number;
      };
      avg_steps_per_session: number;
      error_rate: number;
    };
    AgentRequest: {
      question: string;
      session_id?: string | null;
      /** @default false */
      thinking: boolean;
      permission_mode?: components['schemas']['PermissionMode'];
    };
    Alert: {
      id: number;
      name: string;
      query: string;
      source: components['schemas']['SourceChoice'];
      schedule: components['schemas']['AlertSchedule'];
      new_count: number;
      last_checked_at: components['schemas']['Timestamp'] | null;
      last_attempt_at: components['schemas']['Timestamp'] | null;
      failures: string[];
      is_checking: boolean;
      next_check_at: components['schemas']['Timestamp'] | null;
      has_feed: boolean;
      created_at: components['schemas']['Timestamp'];
    };
    AlertChange: {
      name?: string;
      schedule?: components['schemas']['AlertSchedule'];
    };
    AlertPapers: {
      total: number;
      papers: {
        bibcode: string;
        title: string;
        authors: string[];
        year: string;
        pub_journal: string;
        keywords: string[];
        abstract_text: string;
        doi: string;
        preprint_id: string;
        citation_count: number;
        reference_count: number;
        is_downloaded: boolean;
        has_markdown: boolean;
        has_translation: boolean;
        doctype: string;
        /** @description Whether the paper is in the library. Papers that were only found by a search are not. */
        in_library?: boolean;
        /** @description Why the PDF is missing. `no_resource` if marked by a user. */
        pdf_error?: string;
        /** @description Why the HTML is missing. `no_resource` if marked by a user. */
        html_error?: string;
        /** @description Why the last parse failed. Cleared by the next parse and by a new file. */
        parse_error?: string;
        /**
         * @description A parse found no text in the PDF: its pages are images. `POST /api/paper/ocr` recognises their text.
         * @constant
         */
        pdf_is_scanned?: true;
        /** @description Doubts about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: glyphs that the PDF does not identify; the text has U+FFFD or nothing in their place. `unreadable_pages`: pages of the PDF whose letters are unidentified bitmaps (Type 3 fonts); `POST /api/paper/ocr` recognises them. */
        text_quality?: {
          ocr?: {
            /** @description Includes the version: `tesseract 5.3.0`. */
            program: string;
            /** @description Tesseract's codes, the main language first: `eng`. */
            languages: string[];
            /** @description The program's mean confidence in its words from 0 to 1, weighted by letters. */
            confidence: number;
            /** @description Pages of the PDF with a confidence below 0.8, or without any word. */
            doubtful_pages: number[];
          };
          unknown_glyphs?: {
            /** @description How often the glyph is printed. */
            count: number;
            /** @description The most frequent glyphs, at most 20. */
            glyphs: {
              /** @description Empty if the PDF does not name it. */
              font: string;
              /** @description The code of the glyph in its font. */
              code: number;
              count: number;
            }[];
          };
          unreadable_pages?: number[];
        };
        found_at: components['schemas']['Timestamp'];
        /** @description Not marked as seen yet. */
        is_new: boolean;
      }[];
    };
    /** @enum {string} */
    AlertSchedule: 'off' | 'daily' | 'weekly';
    AnswerRecord: {
      id: number;
      question: string;
      bibcode: string | null;
      collection_id: number | null;
      status: components['schemas']['AnswerStatus'];
      answer: string;
      citations: components['schemas']['Citation'][];
      failure: string | null;
      total_tokens: number | null;
      duration_ms: number;
      asked_at: components['schemas']['Timestamp'];
    };
    /** @enum {string} */
    AnswerStatus: 'answered' | 'unanswered' | 'stopped' | 'failed';
    /** @enum {string} */
    AssetAction: 'all' | 'download' | 'parse' | 'translate';
    AssetBatchRequest: {
      action: components['schemas']['AssetAction'];
      scope: components['schemas']['AssetScope'];
      sort_order?: components['schemas']['AssetOrder'] | null;
      limit_count?: number | null;
      /** @description Only these papers of the library, by their bibcodes. Default: all. */
      bibcodes?: components['schemas']['PaperReference'][];
    };
    AssetBatchStatus: {
      active: boolean;
      total: number;
      downloaded: number;
      parsed: number;
      download_failed: number;
      parse_failed: number;
      translated?: number;
      translate_failed?: number;
      current_bibcode: string;
      logs: string[];
      action: string;
      outcome: components['schemas']['BatchOutcome'] | null;
      failures: string[];
      ended_at: components['schemas']['Timestamp'] | null;
    };
    /** @enum {string} */
    AssetOrder: 'default' | 'pub_year_desc' | 'created_at_desc';
    /** @enum {string} */
    AssetScope: 'all' | 'undownloaded' | 'unparsed';
    AuditEntry: {
      id: string;
      tool_name: string;
      /** @enum {string} */
      status: 'ok' | 'error' | 'denied' | 'timeout' | 'waiting' | 'running';
      duration_ms: number | null;
      arguments: unknown;
      output_preview: string;
      agent: string;
      created_at: components['schemas']['Timestamp'];
    };
    /** @enum {string} */
    BatchOutcome: 'completed' | 'incomplete' | 'failed' | 'stopped';
    /**
     * @description For a formatted bibliography: ApJ and the other journals of the AAS, MNRAS, A&A.
     * @default aas
     * @enum {string}
     */
    BibliographyStyle: 'aas' | 'mnras' | 'aa';
    BlockPlace: {
      page: number;
      left: number;
      top: number;
      right: number;
      bottom: number;
    };
    CallStep: {
      /** @constant */
      kind: 'call';
      id: string;
      agent: string;
      tool_name: string;
      /** @enum {string} */
      status: 'ok' | 'error' | 'denied' | 'timeout' | 'waiting' | 'running';
      arguments: unknown;
      output: string | null;
      duration_ms: number | null;
      started_agent: string | null;
      question: {
        id: string;
        kind: components['schemas']['QuestionKind'];
        question: string;
        options: string[];
        /** @enum {string} */
        status: 'open' | 'answered' | 'withdrawn';
        answer: string | null;
      } | null;
      created_at: components['schemas']['Timestamp'];
    };
    Citation: {
      /** @description The answer cites it as `[1]`, `[2]`, …, in the order of the text. */
      number: number;
      bibcode: string;
      title: string;
      /** @description The headings above the paragraph, outermost first. */
      headings: string[];
      paragraph_index: number;
      /** @description The sentence of the passage that is closest to the citing statement. */
      quote: string;
    };
    CitationContext: {
      citing: string;
      citing_title: string;
      cited: string | null;
      cited_title: string;
      reference: string;
      reference_index: number;
      paragraph_index: number;
      sentence: string;
      /** @description The ranges of the sentence that are the citation, in UTF-16 code units, in order. */
      ranges: {
        start: number;
        end: number;
      }[];
    };
    CitationContexts: {
      total: number;
      contexts: components['schemas']['CitationContext'][];
    };
    /** @enum {string} */
    CitationDirection: 'references' | 'citations';
    CitationGraph: {
      papers: {
        bibcode: string;
        title: string;
        author: string;
        year: string;
        citation_count: number;
        /** @description Whether its references are known, because its text is parsed or its citations were opened. */
        has_references: boolean;
      }[];
      links: {
        citing: number;
        cited: number;
      }[];
      total: number;
    };
    CitationNetwork: {
      bibcode: string;
      title: string;
      citation_count: number;
      reference_count: number;
      references: string[];
      citations: string[];
      citation_counts?: {
        [key: string]: number;
      };
    };
    CitedPaper: {
      bibcode: string;
      title: string;
      authors: string[];
      year: string;
      pub_journal: string;
      keywords: string[];
      abstract_text: string;
      doi: string;
      preprint_id: string;
      citation_count: number;
      reference_count: number;
      is_downloaded: boolean;
      has_markdown: boolean;
      has_translation: boolean;
      doctype: string;
      /** @description Whether the paper is in the library. Papers that were only found by a search are not. */
      in_library?: boolean;
      /** @description Why the PDF is missing. `no_resource` if marked by a user. */
      pdf_error?: string;
      /** @description Why the HTML is missing. `no_resource` if marked by a user. */
      html_error?: string;
      /** @description Why the last parse failed. Cleared by the next parse and by a new file. */
      parse_error?: string;
      /**
       * @description A parse found no text in the PDF: its pages are images. `POST /api/paper/ocr` recognises their text.
       * @constant
       */
      pdf_is_scanned?: true;
      /** @description Doubts about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: glyphs that the PDF does not identify; the text has U+FFFD or nothing in their place. `unreadable_pages`: pages of the PDF whose letters are unidentified bitmaps (Type 3 fonts); `POST /api/paper/ocr` recognises them. */
      text_quality?: {
        ocr?: {
          /** @description Includes the version: `tesseract 5.3.0`. */
          program: string;
          /** @description Tesseract's codes, the main language first: `eng`. */
          languages: string[];
          /** @description The program's mean confidence in its words from 0 to 1, weighted by letters. */
          confidence: number;
          /** @description Pages of the PDF with a confidence below 0.8, or without any word. */
          doubtful_pages: number[];
        };
        unknown_glyphs?: {
          /** @description How often the glyph is printed. */
          count: number;
          /** @description The most frequent glyphs, at most 20. */
          glyphs: {
            /** @description Empty if the PDF does not name it. */
            font: string;
            /** @description The code of the glyph in its font. */
            code: number;
            count: number;
          }[];
        };
        unreadable_pages?: number[];
      };
      /** @description False: only the code is known, and title and authors are empty. The catalog has nothing more or could not be queried. */
      is_described: boolean;
    };
    CitedPapers: {
      bibcode: string;
      title: string;
      direction: components['schemas']['CitationDirection'];
      total: number;
      papers: components['schemas']['CitedPaper'][];
    };
    Collection: {
      id: number;
      parent_id: number | null;
      name: string;
      paper_count: number;
      created_at: components['schemas']['Timestamp'];
    };
    CollectionChange: {
      name?: string;
      parent_id?: components['schemas']['CollectionId'] | null;
    };
    CollectionId: number;
    CollectionPapers: {
      add?: components['schemas']['NamedPapers'];
      remove?: components['schemas']['NamedPapers'];
    };
    DuplicatePair: {
      reasons: components['schemas']['DuplicateReason'][];
      papers: components['schemas']['StandardPaper'][];
    };
    DuplicatePairs: {
      total: number;
      pairs: components['schemas']['DuplicatePair'][];
    };
    /**
     * @description identifier: both have the same DOI or preprint identifier; file: both have the same PDF or HTML; title: their titles are equal, or one begins with the other, with the same first author and years at most one apart.
     * @enum {string}
     */
    DuplicateReason: 'identifier' | 'file' | 'title';
    /**
     * @description markdown: notes and highlights; text, html and bibitem: a formatted bibliography of at most 5,000 papers, bibitem for TeX with natbib.
     * @enum {string}
     */
    ExportFormat: 'bibtex' | 'ris' | 'csl-json' | 'markdown' | 'text' | 'html' | 'bibitem';
    ExportRequest: {
      format: components['schemas']['ExportFormat'];
      style?: components['schemas']['BibliographyStyle'];
      bibcodes: components['schemas']['PaperReference'][];
    };
    ExtractedTarget: {
      designation: string;
      /** @description The catalogue's acronym, or the kind of name: variable, Bayer, comet. */
      catalog: string;
      count: number;
      /** @description The start of each occurrence, in UTF-16 code units of the text, or of the Markdown from GET /api/paper. */
      offsets: number[];
      /** @description With associate: the linked target, or null. */
      target_id?: number | null;
    };
    ExtractionRequest: {
      /** @description A text to search instead of the paper. Its bibliography, if any, is skipped. Must not be blank. */
      text?: string;
      bibcode?: components['schemas']['PaperReference'];
      /**
       * @description Links the objects that the name resolver knows to the paper.
       * @default false
       */
      associate: boolean;
    };
    FigureAnswer: {
      answer: string;
      figure: {
        name: string;
        caption: string;
        url: string;
      };
    };
    FigureQuestion: {
      bibcode: components['schemas']['PaperReference'];
      figure: number | string;
      question: string;
    };
    FileChange: {
      /**
       * @description Replaces the chosen file of the same type.
       * @constant
       */
      is_chosen?: true;
      version?: components['schemas']['FileVersion'];
      preprint_version?: number | null;
      label?: string;
    };
    /**
     * @description published: the journal’s version; preprint: the preprint server’s version; own: the user’s own copy, such as a draft or a scan.
     * @enum {string}
     */
    FileVersion: 'published' | 'preprint' | 'own' | 'unknown';
    FoundPaper: {
      paper: components['schemas']['StandardPaper'];
      hits: components['schemas']['SearchHit'][];
      hit_count: number;
    };
    /** @enum {string} */
    FullTextType: 'pdf' | 'html';
    /** @enum {string} */
    HighlightColor: 'yellow' | 'green' | 'blue' | 'pink';
    ImportId: string;
    ImportReport: {
      format: string;
      total: number;
      added: number;
      known: number;
      refused: number;
      collections_added: number;
      notes_added: number;
      entries: components['schemas']['ImportedEntry'][];
    };
    ImportedEntry: {
      number: number;
      line: number;
      key: string;
      title: string;
      /**
       * @description known: the paper was already in the library, or an earlier entry is the same paper. The entry filled its gaps.
       * @enum {string}
       */
      status: 'added' | 'known' | 'refused';
      bibcode: string | null;
      messages: string[];
    };
    KeepApart: {
      bibcodes: components['schemas']['PaperReference'][];
      /**
       * @description false undoes this, so that the papers are listed as duplicates again.
       * @default true
       */
      apart: boolean;
    };
    LibraryAnswer: {
      answer: string;
      sources: {
        bibcode: string;
        title: string;
        /** @description From 0 to 1, by the ranks of the paper's best passage in each search. */
        relevance: number;
      }[];
    };
    LibraryNote: {
      id: number;
      bibcode: string;
      paragraph_index: number;
      note_text: string;
      highlight_color: components['schemas']['HighlightColor'];
      selected_text: string;
      created_at: components['schemas']['Timestamp'];
      anchor: components['schemas']['NoteAnchorState'];
      /** @description The first 500 characters of the paragraph when the note was written. Empty without a paragraph. */
      paragraph_text: string;
      side: components['schemas']['TextSide'];
      passage: string | null;
      file_id: number | null;
      title: string;
      authors: string[];
      year: string;
    };
    LibraryNotes: {
      notes: components['schemas']['LibraryNote'][];
      total: number;
      next_before: number | null;
    };
    LibraryOrder: {
      /** @description Bibcodes, separated by blanks or commas. */
      bibcode?: string;
      collection?: components['schemas']['CollectionId'];
      directly_in?: components['schemas']['CollectionId'];
      has_collections?: boolean;
      has_tags?: boolean;
      tag?: components['schemas']['TagName'];
      year_from?: number;
      year_to?: number;
      reading_state?: components['schemas']['ReadingState'];
      is_starred?: boolean;
      has_full_text?: boolean;
      has_failed?: boolean;
      has_notes?: boolean;
      has_doi?: boolean;
      has_preprint_id?: boolean;
      title?: string;
      author?: string;
      journal?: string;
      words?: string;
      /**
       * @description Lists the trash instead of the library.
       * @default false
       */
      in_trash: boolean;
      sort?: components['schemas']['LibrarySort'];
      /**
       * @description Default: desc, newest first.
       * @enum {string}
       */
      order?: 'asc' | 'desc';
    };
    LibraryPaper: {
      bibcode: string;
      title: string;
      authors: string[];
      year: string;
      pub_journal: string;
      keywords: string[];
      abstract_text: string;
      doi: string;
      preprint_id: string;
      citation_count: number;
      reference_count: number;
      is_downloaded: boolean;
      has_markdown: boolean;
      has_translation: boolean;
      doctype: string;
      /** @description Whether the paper is in the library. Papers that were only found by a search are not. */
      in_library?: boolean;
      /** @description Why the PDF is missing. `no_resource` if marked by a user. */
      pdf_error?: string;
      /** @description Why the HTML is missing. `no_resource` if marked by a user. */
      html_error?: string;
      /** @description Why the last parse failed. Cleared by the next parse and by a new file. */
      parse_error?: string;
      /**
       * @description A parse found no text in the PDF: its pages are images. `POST /api/paper/ocr` recognises their text.
       * @constant
       */
      pdf_is_scanned?: true;
      /** @description Doubts about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: glyphs that the PDF does not identify; the text has U+FFFD or nothing in their place. `unreadable_pages`: pages of the PDF whose letters are unidentified bitmaps (Type 3 fonts); `POST /api/paper/ocr` recognises them. */
      text_quality?: {
        ocr?: {
          /** @description Includes the version: `tesseract 5.3.0`. */
          program: string;
          /** @description Tesseract's codes, the main language first: `eng`. */
          languages: string[];
          /** @description The program's mean confidence in its words from 0 to 1, weighted by letters. */
          confidence: number;
          /** @description Pages of the PDF with a confidence below 0.8, or without any word. */
          doubtful_pages: number[];
        };
        unknown_glyphs?: {
          /** @description How often the glyph is printed. */
          count: number;
          /** @description The most frequent glyphs, at most 20. */
          glyphs: {
            /** @description Empty if the PDF does not name it. */
            font: string;
            /** @description The code of the glyph in its font. */
            code: number;
            count: number;
          }[];
        };
        unreadable_pages?: number[];
      };
      added_at: components['schemas']['Timestamp'];
      trashed_at: components['schemas']['Timestamp'] | null;
      reading_state: components['schemas']['ReadingState'];
      is_starred: boolean;
      tags: string[];
      collections: number[];
      note_count: number;
    };
    LibraryPapers: {
      papers: components['schemas']['LibraryPaper'][];
      total: number;
      next_cursor: string | null;
    };
    LibraryQuestion: {
      question: string;
      /**
       * @description The number of passages from which the answer is written.
       * @default 5
       */
      limit: number;
    };
    LibrarySearchResult: {
      papers: components['schemas']['FoundPaper'][];
      total: number;
      /** @description False: the words are so common that not every place was ranked. total counts the ranked ones. */
      is_complete: boolean;
    };
    /** @enum {string} */
    LibrarySort: 'added' | 'title' | 'author' | 'year' | 'journal' | 'citations' | 'reading_state' | 'star';
    LocatedPassages: {
      passages: {
        paragraph_index: number;
        selected_text: string;
      }[];
    };
    Merge: {
      id: number;
      bibcode: string;
      title: string;
      merged_bibcode: string;
      merged_title: string;
      merged_at: components['schemas']['Timestamp'];
    };
    MergeRequest: {
      keep: components['schemas']['PaperReference'];
      merge: components['schemas']['PaperReference'][];
    };
    MergedPaper: {
      paper: components['schemas']['StandardPaper'];
      merges: components['schemas']['Merge'][];
    };
    MetaSyncRequest: {
      q: components['schemas']['SearchQuery'];
      source: components['schemas']['SourceChoice'];
      limit: number;
    };
    MetaSyncStatus: {
      active: boolean;
      query: string;
      source: string;
      synced: number;
      total: number;
      outcome: components['schemas']['BatchOutcome'] | null;
      failures: string[];
      ended_at: components['schemas']['Timestamp'] | null;
    };
    NamedPapers: components['schemas']['PaperReference'][];
    NewAlert: {
      name?: string;
      q: components['schemas']['SearchQuery'];
      source: components['schemas']['SourceChoice'];
      schedule: components['schemas']['AlertSchedule'];
    };
    NewCollection: {
      name: string;
      parent_id?: components['schemas']['CollectionId'] | null;
    };
    NewNote: {
      bibcode: components['schemas']['PaperReference'];
      paragraph_index: number;
      note_text: string;
      highlight_color: components['schemas']['HighlightColor'];
      selected_text: string;
      /**
       * @description Where the words were selected.
       * @default original
       * @enum {string}
       */
      side: 'original' | 'translation';
      passage?: string;
    };
    NewPaper: {
      identifier?: components['schemas']['PaperReference'];
      title?: string;
      authors?: components['schemas']['SearchQuery'][];
      year?: string;
      pub_journal?: string;
      /** @enum {string} */
      doctype?: 'article' | 'book' | 'inbook' | 'inproceedings' | 'phdthesis' | 'mastersthesis' | 'techreport' | 'misc';
      doi?: string;
      abstract?: string;
    };
    NewSearch: {
      name: string;
      search: components['schemas']['LibraryOrder'];
      /** @description From 0. Later searches move down. */
      position?: number;
    };
    /**
     * @description exact: its paragraph or its quote is unchanged; moved: the most similar paragraph, because the text has changed; lost: no paragraph matches, or two match equally well; unchecked: the paper had no text yet; paper: it is about the whole paper.
     * @enum {string}
     */
    NoteAnchorState: 'exact' | 'moved' | 'lost' | 'unchecked' | 'paper';
    NoteChange: {
      id: components['schemas']['CollectionId'];
      note_text?: string;
      text_before?: string;
      highlight_color?: components['schemas']['HighlightColor'];
    };
    NoteRecord: {
      id: number;
      bibcode: string;
      paragraph_index: number;
      note_text: string;
      highlight_color: components['schemas']['HighlightColor'];
      selected_text: string;
      created_at: components['schemas']['Timestamp'];
      anchor: components['schemas']['NoteAnchorState'];
      /** @description The first 500 characters of the paragraph when the note was written. Empty without a paragraph. */
      paragraph_text: string;
      side: components['schemas']['TextSide'];
      passage: string | null;
      file_id: number | null;
    };
    ObjectData: {
      name: string;
      canonical_name: string;
      /** @description ICRS. */
      ra_deg: number;
      /** @description ICRS. */
      dec_deg: number;
      object_type: string | null;
      spectral_type: string | null;
      magnitudes: {
        [key: string]: number;
      } | null;
      parallax_mas: number | null;
      radial_velocity_kms: number | null;
      aliases: string[];
      /** @description The database that knows the name: Simbad, NED or VizieR. */
      resolver: string;
    };
    OutlineBlock: {
      kind: string;
      /** @description The length of its text, for estimating its height. */
      letters: number;
      /** @description The approximate number of elements when it is displayed. */
      weight: number;
      /** @description The shortened text of a heading, a caption or a reference. */
      title?: string;
      /** @description For a heading: its level. 1 is the title of the paper. */
      level?: number;
      /** @description For an equation: its numbers as printed. */
      numbers?: string[];
      place?: components['schemas']['BlockPlace'];
      /** @description For text recognised in a scan: the confidence of its words, from 0 to 1. */
      ocr_confidence?: number;
      /** @description The link targets in the block. */
      anchors?: string[];
    };
    PageBlock: {
      index: number;
      kind: string;
      html: string;
      translation_html: string | null;
    };
    PaperBlocks: {
      revision: string;
      blocks: components['schemas']['PageBlock'][];
      formulas: number;
      untypeset: number;
    };
    PaperFile: {
      id: number;
      type: components['schemas']['FullTextType'];
      version: components['schemas']['FileVersion'];
      preprint_version: number | null;
      label: string;
      is_upload: boolean;
      size_bytes: number | null;
      added_at: components['schemas']['Timestamp'];
      is_chosen: boolean;
      is_read: boolean;
      note_count: number;
      has_translation: boolean;
      trashed_at: components['schemas']['Timestamp'] | null;
    };
    PaperFiles: {
      bibcode: string;
      files: components['schemas']['PaperFile'][];
    };
    PaperList: {
      bibcodes: components['schemas']['NamedPapers'];
    };
    PaperMarks: {
      bibcodes: components['schemas']['NamedPapers'];
      reading_state?: components['schemas']['ReadingState'];
      is_starred?: boolean;
    };
    PaperOutline: {
      paper: components['schemas']['StandardPaper'];
      links: {
        label: string;
        url: string;
      }[];
      /** @description Changes with the text or its translation. */
      revision: string;
      /** @description Changes when another PDF is chosen. Empty without a PDF. */
      pdf_revision: string;
      /**
       * @description loose: it belongs to an earlier parse, and its paragraphs do not match the text.
       * @enum {string}
       */
      translation: 'none' | 'aligned' | 'loose';
      blocks: components['schemas']['OutlineBlock'][];
    };
    PaperPage: {
      paper: components['schemas']['StandardPaper'];
      blocks: components['schemas']['PageBlock'][];
      loose_translation_html: string | null;
      formulas: number;
      untypeset: number;
      links: {
        label: string;
        url: string;
      }[];
    };
    PaperQuery: {
      bibcode: components['schemas']['PaperReference'];
    };
    PaperQuestion: {
      question: string;
      /** @description Asks one paper instead of the library. */
      bibcode?: string;
      /** @description Asks the papers of a collection and its subcollections instead of the library. */
      collection_id?: number;
      /**
       * @description The number of passages from which the answer is written.
       * @default 8
       */
      limit: number;
    };
    PaperReference: string;
    PaperRequest: {
      bibcode: components['schemas']['PaperReference'];
      force?: boolean;
    };
    PaperTags: {
      bibcodes: components['schemas']['NamedPapers'];
      add?: string[];
      remove?: string[];
    };
    PaperText: {
      paper: components['schemas']['StandardPaper'];
      english_content: string | null;
      translation_content: string | null;
    };
    ParseRequest: {
      bibcode: components['schemas']['PaperReference'];
      force?: boolean;
      /**
       * @description Which file to parse. Default: the last upload, or else the HTML.
       * @enum {string}
       */
      source?: 'html' | 'pdf';
    };
    PassageQuery: {
      bibcode: components['schemas']['PaperReference'];
      text: string;
      /** @default 0 */
      near: number;
    };
    PendingQuestion: {
      id: string;
      session_id: string;
      kind: components['schemas']['QuestionKind'];
      question: string;
      tool_name: string | null;
      arguments: {
        [key: string]: unknown;
      } | null;
      options: string[];
      created_at: components['schemas']['Timestamp'];
    };
    /** @enum {string} */
    PermissionMode: 'ask' | 'auto' | 'read_only';
    PreprintWanted: {
      bibcode: components['schemas']['PaperReference'];
      preprint_version: number;
      type?: components['schemas']['FullTextType'];
    };
    QuestionAnswer: {
      question_id: string;
      answer: string;
    };
    /** @enum {string} */
    QuestionKind: 'question' | 'permission';
    /** @enum {string} */
    ReadingState: 'unread' | 'reading' | 'read';
    SaidStep: {
      /** @constant */
      kind: 'said';
      id: number;
      /** @enum {string} */
      role: 'user' | 'assistant';
      agent: string;
      text: string;
      created_at: components['schemas']['Timestamp'];
    };
    SavedSearch: {
      id: number;
      name: string;
      search: components['schemas']['LibraryOrder'];
      paper_count: number;
      created_at: components['schemas']['Timestamp'];
    };
    SavedSyncQuery: {
      id: number;
      query: string;
      source: string;
      limit_count: number;
      last_run: components['schemas']['Timestamp'];
      last_outcome: components['schemas']['BatchOutcome'] | null;
      last_failures: string[];
    };
    SearchChange: {
      name?: string;
      search?: components['schemas']['LibraryOrder'];
      /** @description From 0. Later searches move down. */
      position?: number;
    };
    SearchHit: {
      kind: components['schemas']['SearchedKind'];
      field: ('title' | 'authors' | 'keywords' | 'abstract' | 'identifier') | null;
      paragraph_index: number | null;
      note_id: number | null;
      /** @description Plain text of the place, with … where it was cut. The ranges are what was found, in UTF-16 code units of this text, in order, without overlaps. */
      snippet: {
        text: string;
        ranges: {
          start: number;
          end: number;
        }[];
      };
    };
    SearchQuery: string;
    /** @enum {string} */
    SearchSort: 'relevance' | 'date_desc' | 'date_asc' | 'citations_desc';
    /** @enum {string} */
    SearchedKind: 'record' | 'text' | 'translation' | 'note';
    SeenPapers: {
      bibcodes?: components['schemas']['NamedPapers'];
      found_until?: components['schemas']['Timestamp'];
    };
    SessionDetail: {
      id: string;
      title: string;
      status: components['schemas']['SessionStatus'];
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
      message_count: number;
      summary: string;
      messages: components['schemas']['SessionMessage'][];
    };
    SessionMessage: {
      id: number;
      /** @enum {string} */
      role: 'system' | 'user' | 'assistant' | 'tool';
      agent: string;
      content: string;
      tool_calls:
        | {
            id: string;
            name: string;
            arguments: unknown;
          }[]
        | null;
      tool_call_id: string | null;
      created_at: components['schemas']['Timestamp'];
    };
    SessionPermission: {
      /** @description An open question of the kind `permission`. */
      question_id: string;
    };
    SessionRecord: {
      id: string;
      title: string;
      status: components['schemas']['SessionStatus'];
      created_at: components['schemas']['Timestamp'];
      updated_at: components['schemas']['Timestamp'];
      message_count: number;
    };
    /** @enum {string} */
    SessionStatus: 'running' | 'waiting' | 'completed' | 'stopped' | 'failed';
    SessionStep: components['schemas']['SaidStep'] | components['schemas']['CallStep'];
    SessionSteps: {
      session: components['schemas']['SessionRecord'];
      permission_mode: components['schemas']['PermissionMode'];
      allowed_tools: string[];
      prompt_tokens: number;
      completion_tokens: number;
      worked_ms: number;
      steps: components['schemas']['SessionStep'][];
      streamed: {
        thought: string;
        text: string;
      };
      last_event: number;
    };
    /** @enum {string} */
    SourceChoice: 'all' | 'catalog' | 'preprint';
    StandardPaper: {
      bibcode: string;
      title: string;
      authors: string[];
      year: string;
      pub_journal: string;
      keywords: string[];
      abstract_text: string;
      doi: string;
      preprint_id: string;
      citation_count: number;
      reference_count: number;
      is_downloaded: boolean;
      has_markdown: boolean;
      has_translation: boolean;
      doctype: string;
      /** @description Whether the paper is in the library. Papers that were only found by a search are not. */
      in_library?: boolean;
      /** @description Why the PDF is missing. `no_resource` if marked by a user. */
      pdf_error?: string;
      /** @description Why the HTML is missing. `no_resource` if marked by a user. */
      html_error?: string;
      /** @description Why the last parse failed. Cleared by the next parse and by a new file. */
      parse_error?: string;
      /**
       * @description A parse found no text in the PDF: its pages are images. `POST /api/paper/ocr` recognises their text.
       * @constant
       */
      pdf_is_scanned?: true;
      /** @description Doubts about the text. `ocr`: it was recognised in a scan. `unknown_glyphs`: glyphs that the PDF does not identify; the text has U+FFFD or nothing in their place. `unreadable_pages`: pages of the PDF whose letters are unidentified bitmaps (Type 3 fonts); `POST /api/paper/ocr` recognises them. */
      text_quality?: {
        ocr?: {
          /** @description Includes the version: `tesseract 5.3.0`. */
          program: string;
          /** @description Tesseract's codes, the main language first: `eng`. */
          languages: string[];
          /** @description The program's mean confidence in its words from 0 to 1, weighted by letters. */
          confidence: number;
          /** @description Pages of the PDF with a confidence below 0.8, or without any word. */
          doubtful_pages: number[];
        };
        unknown_glyphs?: {
          /** @description How often the glyph is printed. */
          count: number;
          /** @description The most frequent glyphs, at most 20. */
          glyphs: {
            /** @description Empty if the PDF does not name it. */
            font: string;
            /** @description The code of the glyph in its font. */
            code: number;
            count: number;
          }[];
        };
        unreadable_pages?: number[];
      };
    };
    Tag: {
      name: string;
      paper_count: number;
    };
    TagChange: {
      name: components['schemas']['TagName'];
      new_name: string;
    };
    TagName: string;
    Target: {
      id: number;
      name: string;
      canonical_name: string;
      ra_deg: number;
      dec_deg: number;
      object_type: string | null;
      bibcodes: string[];
    };
    /** @enum {string} */
    TextSide: 'original' | 'translation';
    /** Format: date-time */
    Timestamp: string;
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type ActivePaper = components['schemas']['ActivePaper'];
export type AddedPaper = components['schemas']['AddedPaper'];
export type AgentMetrics = components['schemas']['AgentMetrics'];
export type AgentRequest = components['schemas']['AgentRequest'];
export type Alert = components['schemas']['Alert'];
export type AlertChange = components['schemas']['AlertChange'];
export type AlertPapers = components['schemas']['AlertPapers'];
export type AlertSchedule = components['schemas']['AlertSchedule'];
export type AnswerRecord = components['schemas']['AnswerRecord'];
export type AnswerStatus = components['schemas']['AnswerStatus'];
export type AssetAction = components['schemas']['AssetAction'];
export type AssetBatchRequest = components['schemas']['AssetBatchRequest'];
export type AssetBatchStatus = components['schemas']['AssetBatchStatus'];
export type AssetOrder = components['schemas']['AssetOrder'];
export type AssetScope = components['schemas']['AssetScope'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type BatchOutcome = components['schemas']['BatchOutcome'];
export type BibliographyStyle = components['schemas']['BibliographyStyle'];
export type BlockPlace = components['schemas']['BlockPlace'];
export type CallStep = components['schemas']['CallStep'];
export type Citation = components['schemas']['Citation'];
export type CitationContext = components['schemas']['CitationContext'];
export type CitationContexts = components['schemas']['CitationContexts'];
export type CitationDirection = components['schemas']['CitationDirection'];
export type CitationGraph = components['schemas']['CitationGraph'];
export type CitationNetwork = components['schemas']['CitationNetwork'];
export type CitedPaper = components['schemas']['CitedPaper'];
export type CitedPapers = components['schemas']['CitedPapers'];
export type Collection = components['schemas']['Collection'];
export type CollectionChange = components['schemas']['CollectionChange'];
export type CollectionId = components['schemas']['CollectionId'];
export type CollectionPapers = components['schemas']['CollectionPapers'];
export type DuplicatePair = components['schemas']['DuplicatePair'];
export type DuplicatePairs = components['schemas']['DuplicatePairs'];
export type DuplicateReason = components['schemas']['DuplicateReason'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type ExportRequest = components['schemas']['ExportRequest'];
export type ExtractedTarget = components['schemas']['ExtractedTarget'];
export type ExtractionRequest = components['schemas']['ExtractionRequest'];
export type FigureAnswer = components['schemas']['FigureAnswer'];
export type FigureQuestion = components['schemas']['FigureQuestion'];
export type FileChange = components['schemas']['FileChange'];
export type FileVersion = components['schemas']['FileVersion'];
export type FoundPaper = components['schemas']['FoundPaper'];
export type FullTextType = components['schemas']['FullTextType'];
export type HighlightColor = components['schemas']['HighlightColor'];
export type ImportId = components['schemas']['ImportId'];
export type ImportReport = components['schemas']['ImportReport'];
export type ImportedEntry = components['schemas']['ImportedEntry'];
export type KeepApart = components['schemas']['KeepApart'];
export type LibraryAnswer = components['schemas']['LibraryAnswer'];
export type LibraryNote = components['schemas']['LibraryNote'];
export type LibraryNotes = components['schemas']['LibraryNotes'];
export type LibraryOrder = components['schemas']['LibraryOrder'];
export type LibraryPaper = components['schemas']['LibraryPaper'];
export type LibraryPapers = components['schemas']['LibraryPapers'];
export type LibraryQuestion = components['schemas']['LibraryQuestion'];
export type LibrarySearchResult = components['schemas']['LibrarySearchResult'];
export type LibrarySort = components['schemas']['LibrarySort'];
export type LocatedPassages = components['schemas']['LocatedPassages'];
export type Merge = components['schemas']['Merge'];
export type MergeRequest = components['schemas']['MergeRequest'];
export type MergedPaper = components['schemas']['MergedPaper'];
export type MetaSyncRequest = components['schemas']['MetaSyncRequest'];
export type MetaSyncStatus = components['schemas']['MetaSyncStatus'];
export type NamedPapers = components['schemas']['NamedPapers'];
export type NewAlert = components['schemas']['NewAlert'];
export type NewCollection = components['schemas']['NewCollection'];
export type NewNote = components['schemas']['NewNote'];
export type NewPaper = components['schemas']['NewPaper'];
export type NewSearch = components['schemas']['NewSearch'];
export type NoteAnchorState = components['schemas']['NoteAnchorState'];
export type NoteChange = components['schemas']['NoteChange'];
export type NoteRecord = components['schemas']['NoteRecord'];
export type ObjectData = components['schemas']['ObjectData'];
export type OutlineBlock = components['schemas']['OutlineBlock'];
export type PageBlock = components['schemas']['PageBlock'];
export type PaperBlocks = components['schemas']['PaperBlocks'];
export type PaperFile = components['schemas']['PaperFile'];
export type PaperFiles = components['schemas']['PaperFiles'];
export type PaperList = components['schemas']['PaperList'];
export type PaperMarks = components['schemas']['PaperMarks'];
export type PaperOutline = components['schemas']['PaperOutline'];
export type PaperPage = components['schemas']['PaperPage'];
export type PaperQuery = components['schemas']['PaperQuery'];
export type PaperQuestion = components['schemas']['PaperQuestion'];
export type PaperReference = components['schemas']['PaperReference'];
export type PaperRequest = components['schemas']['PaperRequest'];
export type PaperTags = components['schemas']['PaperTags'];
export type PaperText = components['schemas']['PaperText'];
export type ParseRequest = components['schemas']['ParseRequest'];
export type PassageQuery = components['schemas']['PassageQuery'];
export type PendingQuestion = components['schemas']['PendingQuestion'];
export type PermissionMode = components['schemas']['PermissionMode'];
export type PreprintWanted = components['schemas']['PreprintWanted'];
export type QuestionAnswer = components['schemas']['QuestionAnswer'];
export type QuestionKind = components['schemas']['QuestionKind'];
export type ReadingState = components['schemas']['ReadingState'];
export type SaidStep = components['schemas']['SaidStep'];
export type SavedSearch = components['schemas']['SavedSearch'];
export type SavedSyncQuery = components['schemas']['SavedSyncQuery'];
export type SearchChange = components['schemas']['SearchChange'];
export type SearchHit = components['schemas']['SearchHit'];
export type SearchQuery = components['schemas']['SearchQuery'];
export type SearchSort = components['schemas']['SearchSort'];
export type SearchedKind = components['schemas']['SearchedKind'];
export type SeenPapers = components['schemas']['SeenPapers'];
export type SessionDetail = components['schemas']['SessionDetail'];
export type SessionMessage = components['schemas']['SessionMessage'];
export type SessionPermission = components['schemas']['SessionPermission'];
export type SessionRecord = components['schemas']['SessionRecord'];
export type SessionStatus = components['schemas']['SessionStatus'];
export type SessionStep = components['schemas']['SessionStep'];
export type SessionSteps = components['schemas']['SessionSteps'];
export type SourceChoice = components['schemas']['SourceChoice'];
export type StandardPaper = components['schemas']['StandardPaper'];
export type Tag = components['schemas']['Tag'];
export type TagChange = components['schemas']['TagChange'];
export type TagName = components['schemas']['TagName'];
export type Target = components['schemas']['Target'];
export type TextSide = components['schemas']['TextSide'];
export type Timestamp = components['schemas']['Timestamp'];
export type $defs = Record<string, never>;
export interface operations {
  readHealth: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: string;
          };
        };
      };
    };
  };
  readReadiness: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: string;
          };
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readOpenApi: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            [key: string]: unknown;
          };
        };
      };
    };
  };
  readDocs: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
    };
  };
  searchPapers: {
    parameters: {
      query: {
        q: components['schemas']['SearchQuery'];
        source?: components['schemas']['SourceChoice'];
        rows?: number;
        start?: number;
        sort?: components['schemas']['SearchSort'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandardPaper'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  exportBibtex: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperList'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            bibtex: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listLibrary: {
    parameters: {
      query?: {
        limit?: number;
        offset?: number;
        q?: string;
        order?: 'oldest' | 'newest';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandardPaper'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  downloadPaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandardPaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  uploadPaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description Bibcode, DOI or preprint identifier. */
          bibcode: string;
          /** @description pdf or html. */
          type: string;
          /** @description The file. */
          file: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandardPaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  markNoResource: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          bibcode: components['schemas']['PaperReference'];
          /** @default false */
          clear?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StandardPaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  parsePaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ParseRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            markdown: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readPaper: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperText'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readFigure: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        bibcode: components['schemas']['PaperReference'];
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readCitations: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CitationNetwork'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readActivePaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActivePaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  setActivePaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperQuery'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ActivePaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readReader: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  showPaper: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        bibcode: components['schemas']['PaperReference'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  showBatches: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readReaderFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        file: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  showReaderApp: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  renderPaper: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperPage'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readOutline: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperOutline'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readBlocks: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
        from: number;
        count: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperBlocks'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  locatePassage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PassageQuery'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LocatedPassages'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listNotes: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NoteRecord'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  addNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewNote'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NoteRecord'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteNote: {
    parameters: {
      query: {
        id: components['schemas']['CollectionId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changeNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NoteChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NoteRecord'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listLibraryNotes: {
    parameters: {
      query?: {
        q?: string;
        highlight_color?: components['schemas']['HighlightColor'];
        anchor?: components['schemas']['NoteAnchorState'];
        bibcode?: components['schemas']['PaperReference'];
        collection?: components['schemas']['CollectionId'];
        tag?: components['schemas']['TagName'];
        before?: number;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryNotes'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  restoreNote: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          id: components['schemas']['CollectionId'];
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NoteRecord'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  countMatches: {
    parameters: {
      query: {
        q: components['schemas']['SearchQuery'];
        source: components['schemas']['SourceChoice'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            total: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  runMetaSync: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MetaSyncRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readMetaSync: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MetaSyncStatus'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  runAssetBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssetBatchRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  stopAssetBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readAssetBatch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AssetBatchStatus'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  streamBatches: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listQueries: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedSyncQuery'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteQuery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  queryTarget: {
    parameters: {
      query: {
        name: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ObjectData'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  associateTarget: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          bibcode: components['schemas']['PaperReference'];
          name: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Target'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  extractTargets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExtractionRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            targets: components['schemas']['ExtractedTarget'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listTargets: {
    parameters: {
      query?: {
        bibcode?: components['schemas']['PaperReference'];
        q?: string;
        limit?: number;
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Target'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  chatWithAgent: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AgentRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: {
        limit?: number;
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sessions: components['schemas']['SessionRecord'][];
            total: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionDetail'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  stopSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            status: components['schemas']['SessionStatus'];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readAudit: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditEntry'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readAgentMetrics: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AgentMetrics'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listQuestions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PendingQuestion'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  answerQuestion: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuestionAnswer'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readSteps: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionSteps'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  allowForSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SessionPermission'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            allowed_tools: string[];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  forbidForSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
        tool: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            allowed_tools: string[];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  translatePaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            translation: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  translationProgress: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            active: boolean;
            /** @description Number of translated texts. A long block consists of several texts. */
            translated: number;
            /** @description Number of texts of the paper. A translation may end earlier, because failed texts stay untranslated. */
            total: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  translatePassage: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          text: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            translation: string;
            /** @description A language tag (BCP 47). */
            language: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  askLibrary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LibraryQuestion'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryAnswer'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listAnswers: {
    parameters: {
      query?: {
        bibcode?: string;
        before?: number;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            answers: components['schemas']['AnswerRecord'][];
            has_more: boolean;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  askPapers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperQuestion'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteAnswer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'success';
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  askFigure: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FigureQuestion'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FigureAnswer'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  importLibrary: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'multipart/form-data': {
          /** @description The exported file. */
          file: string;
          /** @description bibtex, ris, csl-json, csl-yaml, zotero-rdf, zotero-json, zotero-csv, endnote, endnote-xml, medline, web-of-science, refworks, scopus-csv, csv, ads-xml, ads-json, votable, feed, paperpile-json, inspire-json, openalex-json or semantic-scholar-json. By default, the format is detected. */
          format?: string;
          /** @description The id for querying the progress: 8 to 64 letters, digits and hyphens, chosen at random. */
          id?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ImportReport'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  importProgress: {
    parameters: {
      query: {
        id: components['schemas']['ImportId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Whether the task is running. If not, both numbers are 0. */
            active: boolean;
            done: number;
            /** @description 0 until known. */
            total: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  exportLibrary: {
    parameters: {
      query: {
        format: components['schemas']['ExportFormat'];
        style?: components['schemas']['BibliographyStyle'];
        bibcode?: string;
        collection?: components['schemas']['CollectionId'];
        tag?: components['schemas']['TagName'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  exportSelection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ExportRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  addPaper: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPaper'];
        'multipart/form-data': {
          /** @description The PDF. */
          file: string;
          /** @description The paper of the PDF. By default, the PDF is recognised. */
          identifier?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AddedPaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readPaperFile: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
        type: components['schemas']['FullTextType'];
        file?: components['schemas']['CollectionId'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/octet-stream': string;
        };
      };
      /** @description The requested range of the file. */
      206: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The requested range is outside the file. */
      416: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listPaperFiles: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperFiles'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  addPaperFile: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PreprintWanted'];
        'multipart/form-data': {
          /** @description Bibcode, DOI or preprint identifier. */
          bibcode: string;
          /** @description pdf or html. */
          type: string;
          /** @description The file. */
          file: string;
          /** @description published, preprint, own or unknown. Default: own. */
          version?: string;
          /** @description For a preprint: 1 for v1. */
          preprint_version?: string;
          /** @description The user's name for the file. */
          label?: string;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperFiles'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service failed. The message names its host. */
      502: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An upstream service did not respond in time. The message names its host. */
      504: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  trashPaperFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperFiles'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changePaperFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FileChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperFiles'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  restorePaperFile: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PaperFiles'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  searchLibrary: {
    parameters: {
      query: {
        q: string;
        kind?: components['schemas']['SearchedKind'];
        bibcode?: string;
        collection?: components['schemas']['CollectionId'];
        directly_in?: components['schemas']['CollectionId'];
        has_collections?: boolean;
        has_tags?: boolean;
        tag?: components['schemas']['TagName'];
        year_from?: number;
        year_to?: number;
        reading_state?: components['schemas']['ReadingState'];
        is_starred?: boolean;
        has_full_text?: boolean;
        has_failed?: boolean;
        has_notes?: boolean;
        has_doi?: boolean;
        has_preprint_id?: boolean;
        title?: string;
        author?: string;
        journal?: string;
        words?: string;
        limit?: number;
        offset?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibrarySearchResult'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listCollections: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Collection'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  createCollection: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewCollection'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Collection'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changeCollection: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CollectionChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Collection'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changeCollectionPapers: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CollectionPapers'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            added: number;
            removed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listTags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Tag'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changePaperTags: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperTags'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            added: number;
            removed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteTag: {
    parameters: {
      query: {
        name: components['schemas']['TagName'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  renameTag: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TagChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listPapers: {
    parameters: {
      query?: {
        bibcode?: string;
        collection?: components['schemas']['CollectionId'];
        directly_in?: components['schemas']['CollectionId'];
        has_collections?: boolean;
        has_tags?: boolean;
        tag?: components['schemas']['TagName'];
        year_from?: number;
        year_to?: number;
        reading_state?: components['schemas']['ReadingState'];
        is_starred?: boolean;
        has_full_text?: boolean;
        has_failed?: boolean;
        has_notes?: boolean;
        has_doi?: boolean;
        has_preprint_id?: boolean;
        title?: string;
        author?: string;
        journal?: string;
        words?: string;
        in_trash?: boolean;
        sort?: components['schemas']['LibrarySort'];
        order?: 'asc' | 'desc';
        limit?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LibraryPapers'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listCodes: {
    parameters: {
      query?: {
        bibcode?: string;
        collection?: components['schemas']['CollectionId'];
        directly_in?: components['schemas']['CollectionId'];
        has_collections?: boolean;
        has_tags?: boolean;
        tag?: components['schemas']['TagName'];
        year_from?: number;
        year_to?: number;
        reading_state?: components['schemas']['ReadingState'];
        is_starred?: boolean;
        has_full_text?: boolean;
        has_failed?: boolean;
        has_notes?: boolean;
        has_doi?: boolean;
        has_preprint_id?: boolean;
        title?: string;
        author?: string;
        journal?: string;
        words?: string;
        in_trash?: boolean;
        sort?: components['schemas']['LibrarySort'];
        order?: 'asc' | 'desc';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            bibcodes: string[];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  markPapers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperMarks'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  trashPapers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperList'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  restorePapers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PaperList'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listCitedPapers: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
        direction: components['schemas']['CitationDirection'];
        start?: number;
        rows?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CitedPapers'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listCitationContexts: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
        direction: components['schemas']['CitationDirection'];
        other?: components['schemas']['PaperReference'];
        start?: number;
        rows?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CitationContexts'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readCitationGraph: {
    parameters: {
      query?: {
        bibcode?: string;
        collection?: components['schemas']['CollectionId'];
        directly_in?: components['schemas']['CollectionId'];
        has_collections?: boolean;
        has_tags?: boolean;
        tag?: components['schemas']['TagName'];
        year_from?: number;
        year_to?: number;
        reading_state?: components['schemas']['ReadingState'];
        is_starred?: boolean;
        has_full_text?: boolean;
        has_failed?: boolean;
        has_notes?: boolean;
        has_doi?: boolean;
        has_preprint_id?: boolean;
        title?: string;
        author?: string;
        journal?: string;
        words?: string;
        limit?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CitationGraph'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listAlerts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  createAlert: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAlert'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteAlert: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changeAlert: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AlertChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  restoreAlert: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  checkAlert: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Alert'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listAlertPapers: {
    parameters: {
      query?: {
        only_new?: boolean;
        start?: number;
        rows?: number;
      };
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AlertPapers'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  markAlertSeen: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SeenPapers'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  createAlertFeed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            path: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteAlertFeed: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readAlertFeed: {
    parameters: {
      query: {
        key: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/atom+xml': string;
        };
      };
      /** @description Not modified since the given ETag. */
      304: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listDuplicates: {
    parameters: {
      query?: {
        start?: number;
        rows?: number;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DuplicatePairs'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  keepApart: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['KeepApart'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            changed: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listMerges: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Merge'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  mergePapers: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['MergeRequest'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['MergedPaper'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  undoMerge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            papers: components['schemas']['StandardPaper'][];
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  listSearches: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedSearch'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  saveSearch: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewSearch'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedSearch'];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  deleteSearch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedSearch'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  changeSearch: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SearchChange'];
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedSearch'][];
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  readRecognitionOffer: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            is_available: boolean;
            program: string | null;
            languages: string[];
            reason: string | null;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  recogniseText: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          bibcode: components['schemas']['PaperReference'];
          /** @description Tesseract's codes, the main language first. Default: English. */
          languages?: string[];
          /** @description Recognises the text again, even if the PDF contains text. */
          force?: boolean;
        };
      };
    };
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            paper: components['schemas']['StandardPaper'];
            markdown: string;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The state does not allow this. */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description The body is larger than allowed. */
      413: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
  recognitionProgress: {
    parameters: {
      query: {
        bibcode: components['schemas']['PaperReference'];
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description OK */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Whether the task is running. If not, both numbers are 0. */
            active: boolean;
            done: number;
            /** @description 0 until known. */
            total: number;
          };
        };
      };
      /** @description The request is malformed. The message says what is wrong. */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Missing or invalid credential. */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description Unknown. */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description An internal error, or an error of an upstream service. */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      /** @description A dependency (database, Redis, disk) is unavailable, full or read-only, or the service is not ready or too busy. Retry-After says when to try again. */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
    };
  };
}
