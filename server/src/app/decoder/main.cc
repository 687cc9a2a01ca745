// The decoding child of the speech room (speech/decode_worker.h), a program of its own: the server then never loads the
// codecs and the hundred libraries behind them.
#include "speech/decode_worker.h"

int main(int argc, char** argv) { return scriba::speech::RunDecodeWorker(argc - 1, argv + 1); }
