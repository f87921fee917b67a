// SPDX-License-Identifier: GPL-3.0-or-later
// The third column of Start here: what a recording of one's own needs, as far as the window knows without loading anything, and which
// variant of it somebody expects to need the least time. GUI thread only.
#pragma once

#include <QList>
#include <QPair>
#include <QString>
#include <QWidget>

class QComboBox;
class QLabel;

namespace attnscope {

/// What the window knows about a run here.
struct OwnRun {
    int steps = 0; ///< recorded of each variant
    int gpus = 0; ///< in sight
    bool onGpu = false; ///< the chosen device is one
    bool recorderLoaded = false;
    QList<QPair<QString, QString>> variants; ///< name and title of those that would run
    QString guess; ///< the name of one of them, or empty
    friend bool operator==(const OwnRun&, const OwnRun&) = default;
};

class OwnRunColumn : public QWidget {
    Q_OBJECT
public:
    explicit OwnRunColumn(QWidget* parent = nullptr);
    void setRun(const OwnRun& run);
    [[nodiscard]] QComboBox& guessChooser() const { return *m_guess; }
    [[nodiscard]] QString text() const; ///< all of its sentences, a line each

signals:
    void guessChosen(const QString& variant); ///< empty: none

private:
    void showWords();

    OwnRun m_run;
    QLabel *m_words, *m_driver, *m_torch, *m_neither;
    QComboBox* m_guess;
};

} // namespace attnscope
