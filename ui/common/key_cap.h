// SPDX-License-Identifier: GPL-3.0-or-later
// A key as it is drawn in hints: a small rounded cap. GUI thread only.
#pragma once

#include <QWidget>

namespace attnscope {

class KeyCap : public QWidget {
    Q_OBJECT
public:
    explicit KeyCap(const QString& key, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_key;
};

} // namespace attnscope
