#include "speech/audio_decoder.h"

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
}

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <string_view>

#include "speech/joined_recording.h"

namespace scriba::speech {
namespace {

constexpr const char* kContainers = "matroska,webm,ogg,mov,mp4,mp3,wav,aac,flac";
constexpr const char* kCodecs =
    "opus,libopus,vorbis,libvorbis,aac,aac_fixed,mp3,mp3float,flac,alac,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s32le,pcm_u8,"
    "pcm_f32le,pcm_f64le,pcm_alaw,pcm_mulaw";
constexpr int kIoBufferBytes = 32 * 1024;
// Below this libavformat itself is guessing: any noise looks a little like mp3.
constexpr int kLeastProbeScore = AVPROBE_SCORE_RETRY;
// What a container may promise above what comes out, before we call the file cut off.
constexpr double kToleratedShortfallSeconds = 1;

struct Close {
  void operator()(AVFormatContext* context) const { avformat_close_input(&context); }
  void operator()(AVCodecContext* context) const { avcodec_free_context(&context); }
  void operator()(SwrContext* context) const { swr_free(&context); }
  void operator()(AVPacket* packet) const { av_packet_free(&packet); }
  void operator()(AVFrame* frame) const { av_frame_free(&frame); }
  void operator()(AVIOContext* io) const {
    av_freep(&io->buffer);
    avio_context_free(&io);
  }
};
template <typename T>
using Owned = std::unique_ptr<T, Close>;

class Options {
 public:
  Options() = default;
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  ~Options() { av_dict_free(&dictionary_); }
  void Set(const char* name, const char* value) { av_dict_set(&dictionary_, name, value, 0); }
  AVDictionary** get() { return &dictionary_; }

 private:
  AVDictionary* dictionary_ = nullptr;
};

// The input as libavformat wants it, with the position kept here.
class IoBridge {
 public:
  explicit IoBridge(DecoderInput& input) : input_(input), size_(input.Size()) {
    auto* buffer = static_cast<unsigned char*>(av_malloc(kIoBufferBytes));
    io_.reset(avio_alloc_context(buffer, kIoBufferBytes, 0, this, &Read, nullptr, size_ ? &Seek : nullptr));
    io_->seekable = size_ ? AVIO_SEEKABLE_NORMAL : 0;
  }

  AVIOContext* get() { return io_.get(); }
  bool failed() const { return failed_; }
  bool saw_bytes() const { return saw_bytes_; }
  std::span<const std::byte> head() const { return std::span(head_).first(head_size_); }

 private:
  static int Read(void* self, std::uint8_t* buffer, int size) {
    return static_cast<IoBridge*>(self)->ReadHere(
        std::as_writable_bytes(std::span(buffer, static_cast<std::size_t>(size))));
  }

  int ReadHere(std::span<std::byte> into) {
    const auto count = failed_ ? std::nullopt : input_.Read(position_, into);
    if (!count) {
      failed_ = true;
      return AVERROR(EIO);
    }
    if (*count == 0) return AVERROR_EOF;
    saw_bytes_ = true;
    if (position_ == 0) {
      head_size_ = std::min(*count, head_.size());
      std::copy_n(into.begin(), head_size_, head_.begin());
    }
    position_ += *count;
    return static_cast<int>(*count);
  }

  static std::int64_t Seek(void* self, std::int64_t offset, int whence) {
    auto& bridge = *static_cast<IoBridge*>(self);
    const auto size = static_cast<std::int64_t>(*bridge.size_);
    switch (whence & ~AVSEEK_FORCE) {
      case AVSEEK_SIZE: return size;
      case SEEK_CUR: offset += static_cast<std::int64_t>(bridge.position_); break;
      case SEEK_END: offset += size; break;
      default: break;
    }
    if (offset < 0) return AVERROR(EINVAL);
    bridge.position_ = static_cast<std::uint64_t>(offset);
    return offset;
  }

  DecoderInput& input_;
  std::optional<std::uint64_t> size_;
  std::uint64_t position_ = 0;
  bool failed_ = false, saw_bytes_ = false;
  std::array<std::byte, 12> head_{};
  std::size_t head_size_ = 0;
  Owned<AVIOContext> io_;
};

// A first page that says "I am audio" although the rest is missing: the doctor's file is broken, not of a wrong kind.
bool BeginsLikeAudio(std::span<const std::byte> head) {
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  const bool is_mp4 = text.size() >= 8 && text.substr(4, 4) == "ftyp";
  const bool is_wave = text.starts_with("RIFF") && (text.size() < 12 || text.substr(8) == "WAVE");
  return is_mp4 || is_wave || text.starts_with("\x1A\x45\xDF\xA3") || text.starts_with("OggS") ||
         text.starts_with("ID3") || text.starts_with("fLaC");
}

bool IsMovingPicture(const AVStream& stream) {
  return stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO && !(stream.disposition & AV_DISPOSITION_ATTACHED_PIC);
}

// Any rate and layout to ours. Rebuilt when a frame's form changes: joined recordings do.
class Resampler {
 public:
  Resampler(std::int64_t max_samples, const SampleReceiver& receive) : max_samples_(max_samples), receive_(receive) {}

  bool Push(const AVFrame& frame) {
    if (!HasFormOf(frame) && !(Flush() && Rebuild(frame))) return false;
    return Convert(const_cast<const std::uint8_t**>(frame.extended_data), frame.nb_samples);
  }

  /// What the filter still holds.
  bool Flush() { return !swr_ || Convert(nullptr, 0); }

  std::int64_t samples() const { return samples_; }
  bool is_over_limit() const { return samples_ > max_samples_; }

 private:
  bool HasFormOf(const AVFrame& frame) const {
    return swr_ && rate_ == frame.sample_rate && format_ == frame.format && channels_ == frame.ch_layout.nb_channels;
  }

  bool Rebuild(const AVFrame& frame) {
    rate_ = frame.sample_rate;
    format_ = frame.format;
    channels_ = frame.ch_layout.nb_channels;
    AVChannelLayout from{}, to{};
    // A layout without names (WAV, odd webm) is taken for the usual one of as many channels.
    av_channel_layout_default(&from, channels_);
    av_channel_layout_default(&to, 1);
    SwrContext* context = nullptr;
    const int made = swr_alloc_set_opts2(&context, &to, AV_SAMPLE_FMT_S16, kSampleRate, &from,
                                         static_cast<AVSampleFormat>(format_), rate_, 0, nullptr);
    swr_.reset(context);
    av_channel_layout_uninit(&from);
    return made >= 0 && swr_init(context) >= 0;
  }

  bool Convert(const std::uint8_t** data, int count) {
    const int room = swr_get_out_samples(swr_.get(), count);
    if (room < 0) return false;
    buffer_.resize(static_cast<std::size_t>(room));
    auto* out = reinterpret_cast<std::uint8_t*>(buffer_.data());
    const int made = swr_convert(swr_.get(), &out, room, data, count);
    if (made < 0) return false;
    samples_ += made;
    if (is_over_limit()) return false;
    return made == 0 || receive_(std::span(buffer_).first(static_cast<std::size_t>(made)));
  }

  std::int64_t max_samples_;
  const SampleReceiver& receive_;
  Owned<SwrContext> swr_;
  int rate_ = 0, format_ = -1, channels_ = 0;
  Samples buffer_;
  std::int64_t samples_ = 0;
};

struct Opened {
  Owned<AVFormatContext> container;
  Owned<AVCodecContext> codec;
  int stream = -1;
};

DecodeOutcome OpenContainer(IoBridge& io, Opened& opened) {
  AVFormatContext* context = avformat_alloc_context();
  context->pb = io.get();
  Options options;
  options.Set("format_whitelist", kContainers);
  options.Set("codec_whitelist", kCodecs);
  options.Set("protocol_whitelist", "");
  // Frees the context when it fails.
  const int status = avformat_open_input(&context, nullptr, nullptr, options.get());
  if (io.failed()) return DecodeOutcome::kInputFailed;
  if (status < 0) {
    if (!io.saw_bytes()) return DecodeOutcome::kEmpty;
    return BeginsLikeAudio(io.head()) ? DecodeOutcome::kUnreadable : DecodeOutcome::kNotAudio;
  }
  opened.container.reset(context);
  if (context->probe_score < kLeastProbeScore) return DecodeOutcome::kNotAudio;
  return DecodeOutcome::kDecoded;
}

DecodeOutcome OpenCodec(IoBridge& io, Opened& opened) {
  AVFormatContext* container = opened.container.get();
  const int status = avformat_find_stream_info(container, nullptr);
  if (io.failed()) return DecodeOutcome::kInputFailed;
  const std::span streams(container->streams, container->nb_streams);
  if (std::ranges::any_of(streams, [](const AVStream* stream) { return IsMovingPicture(*stream); })) {
    return DecodeOutcome::kVideo;
  }
  const AVCodec* decoder = nullptr;
  opened.stream = av_find_best_stream(container, AVMEDIA_TYPE_AUDIO, -1, -1, &decoder, 0);
  if (opened.stream < 0) return streams.empty() ? DecodeOutcome::kUnreadable : DecodeOutcome::kNotAudio;
  if (status < 0) return DecodeOutcome::kUnreadable;
  for (AVStream* stream : streams) stream->discard = stream->index == opened.stream ? AVDISCARD_DEFAULT : AVDISCARD_ALL;

  const AVStream& stream = *streams[static_cast<std::size_t>(opened.stream)];
  opened.codec.reset(avcodec_alloc_context3(decoder));
  avcodec_parameters_to_context(opened.codec.get(), stream.codecpar);
  opened.codec->pkt_timebase = stream.time_base;
  opened.codec->thread_count = 1;
  Options options;
  options.Set("codec_whitelist", kCodecs);
  return avcodec_open2(opened.codec.get(), decoder, options.get()) < 0 ? DecodeOutcome::kUnreadable
                                                                       : DecodeOutcome::kDecoded;
}

// Sends one packet (none: flush) and passes on the frames that come out. False when the resampler will take no more.
bool DecodePacket(AVCodecContext& codec, const AVPacket* packet, AVFrame& frame, Resampler& resampler,
                  bool& is_damaged) {
  if (avcodec_send_packet(&codec, packet) < 0) is_damaged = true;
  for (;;) {
    const int status = avcodec_receive_frame(&codec, &frame);
    if (status == AVERROR(EAGAIN) || status == AVERROR_EOF) return true;
    if (status < 0) {
      is_damaged = true;
      return true;
    }
    const bool goes_on = frame.sample_rate <= 0 || frame.ch_layout.nb_channels <= 0 || resampler.Push(frame);
    av_frame_unref(&frame);
    if (!goes_on) return false;
  }
}

// What the container says of its length; 0 when it says nothing, or libavformat only guesses by the bit rate.
double PromisedSeconds(const AVFormatContext& container) {
  const bool is_guess = container.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE;
  return is_guess || container.duration < 0 ? 0 : static_cast<double>(container.duration) / AV_TIME_BASE;
}

DecodeReport DecodeStream(IoBridge& io, Opened& opened, std::int64_t max_samples, const SampleReceiver& receive) {
  const Owned<AVPacket> packet(av_packet_alloc());
  const Owned<AVFrame> frame(av_frame_alloc());
  Resampler resampler(max_samples, receive);
  bool goes_on = true, is_damaged = false;
  int status = 0;
  while (goes_on && (status = av_read_frame(opened.container.get(), packet.get())) >= 0) {
    if (packet->stream_index == opened.stream) {
      goes_on = DecodePacket(*opened.codec, packet.get(), *frame, resampler, is_damaged);
    }
    av_packet_unref(packet.get());
  }
  DecodeReport report;
  if (goes_on && !io.failed()) {
    goes_on = DecodePacket(*opened.codec, nullptr, *frame, resampler, is_damaged) && resampler.Flush();
  }
  report.samples = resampler.samples();
  const double promised = PromisedSeconds(*opened.container);
  report.is_cut_off = is_damaged || (status < 0 && status != AVERROR_EOF) ||
                      ToSeconds(report.samples) + kToleratedShortfallSeconds < promised;
  if (io.failed()) {
    report.outcome = DecodeOutcome::kInputFailed;
  } else if (resampler.is_over_limit()) {
    report.outcome = DecodeOutcome::kTooLong;
  } else if (!goes_on) {
    report.outcome = DecodeOutcome::kStopped;
  } else {
    report.outcome = report.samples > 0 ? DecodeOutcome::kDecoded : DecodeOutcome::kUnreadable;
  }
  return report;
}

DecodeReport DecodeRecording(DecoderInput& input, std::int64_t max_samples, const SampleReceiver& receive) {
  IoBridge io(input);
  Opened opened;
  DecodeReport report;
  report.outcome = OpenContainer(io, opened);
  if (report.outcome == DecodeOutcome::kDecoded) report.outcome = OpenCodec(io, opened);
  if (report.outcome != DecodeOutcome::kDecoded) return report;
  return DecodeStream(io, opened, max_samples, receive);
}

}  // namespace

DecodeReport DecodeAudio(DecoderInput& input, std::int64_t max_samples, const SampleReceiver& receive) {
  av_log_set_level(AV_LOG_QUIET);
  RecordingPart first(input, 0);
  DecodeReport whole = DecodeRecording(first, max_samples, receive);
  std::optional<std::uint64_t> begin = first.next_begin();
  while (begin && whole.outcome == DecodeOutcome::kDecoded) {
    RecordingPart part(input, *begin);
    const DecodeReport report = DecodeRecording(part, max_samples - whole.samples, receive);
    whole.samples += report.samples;
    whole.is_cut_off |= report.is_cut_off || report.outcome == DecodeOutcome::kUnreadable;
    // A part that cannot be read must not take the others with it.
    if (report.outcome != DecodeOutcome::kUnreadable) whole.outcome = report.outcome;
    begin = part.next_begin();
  }
  return whole;
}

}  // namespace scriba::speech
